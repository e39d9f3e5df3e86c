import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from './app.ts';
import { noPicture } from './content.ts';
import { dataUrl, type Office, openOffice, type Record } from './office.ts';
import { said, specifiedTexts } from './specified-texts.ts';

type Form = { [field: string]: unknown };

interface ListKindTest {
  /** A form that is right, without its picture; may depend on other records. */
  form: (office: Office) => Promise<Form>;
  /** What that form makes of a record, if not the same. */
  record?: (form: Form) => Form;
  /** A text field, and by which name the record has it. */
  text: { form: string; record: string };
  /** Fields that must be there, in the order of the errors; `image` of a kind with pictures. */
  required: string[];
  /** Values that are no values of their field. */
  wrong?: [field: string, value: unknown][];
  /** If the specification has none. */
  messages?: Messages;
  /** What the public call tells of a record: these of its fields, those of its picture, and others. */
  shown?: readonly string[];
  shownBeside?: Form;
  /** Staff arrange it, if not said otherwise. */
  ordered?: boolean;
  /** New records come after the others, not before them. */
  newestLast?: boolean;
  /** No two have the same text. */
  distinct?: boolean;
}

type Messages = Pick<(typeof specifiedTexts)['news'], 'updated' | 'deleted'>;

const publicCalls: { [name: string]: string } = calls;
const specified: { [name: string]: Messages } = specifiedTexts;

/** What holds for every list of the back office, tried on the one that is called so. */
export function testListKind(name: keyof typeof adminCalls, kind: ListKindTest): void {
  describe(`The list of ${name}`, () => testList(name, kind));
}

function testList(name: keyof typeof adminCalls, kind: ListKindTest): void {
  const path = adminCalls[name];
  const messages = kind.messages ?? specified[name];
  const { text, required, shown, ordered = true, newestLast, distinct } = kind;
  const withPicture = required.includes('image');
  // Of About the path alone answers the newest.
  const list = `${path}?all=1`;
  let count = 0;
  let app: TestApp;
  let office: Office;
  let form: Form;
  let png: string;
  beforeAll(async () => {
    app = await openTestApp();
    office = await openOffice(app);
    png = await dataUrl(200, 120);
    form = await kind.form(office);
    return app.close;
  });
  const filled = (more: Form = {}): Form => ({ ...form, ...(withPicture ? { image: png } : {}), ...more });
  const made = (more: Form = {}) => {
    const own = distinct ? { [text.form]: `${form[text.form]} ${++count}` } : {};
    return office.made(path, filled({ ...own, ...more }));
  };
  const shownToVisitors = async () => {
    const rows: Form[] = [];
    JSON.parse((await app.get(publicCalls[name] ?? '')).text, (_key, value: Form | null) => {
      if (value?.id) rows.push(value);
      return value;
    });
    return rows;
  };

  describe(`POST ${path}`, () => {
    test('makes a record, Active unless said otherwise', async () => {
      const answer = await office.post(path, filled({ status: undefined }));
      expect(answer.status, answer.text).toBe(201);
      const { data, message } = answer.json<{ data: Record; message: string }>();
      expect(message).toBe(said.created);
      const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      const { status: _, ...own } = form;
      expect(data).toMatchObject({
        ...(kind.record?.(form) ?? own),
        status: 1,
        created_at: moment,
        updated_at: moment,
        deleted_at: null,
      });
      if (withPicture) expect(data).toMatchObject({ image: expect.stringMatching(/^\/media\//), image_width: 200 });
      expect((await office.get(`${path}/${data.id}`)).json()).toEqual({ data });
      expect(await office.ids(`${list}&per_page=100`)).toContain(data.id);
    });

    test('answers 422 with every field that is missing, and writes nothing', async () => {
      const before = await office.ids(`${list}&per_page=100`);
      const answer = await office.post(path, {});
      expect(answer.status).toBe(422);
      const { errors, message } = answer.json<{ errors: { [field: string]: string[] }; message: string }>();
      expect(Object.keys(errors)).toEqual(required);
      expect(message).toBe(Object.values(errors)[0]?.[0]);
      for (const body of [[], 'x', null, 7]) expect((await office.post(path, body)).status).toBe(400);
      expect(await office.ids(`${list}&per_page=100`)).toEqual(before);
    });

    const everywhere: [string, unknown][] = [
      [text.form, ['a']],
      [text.form, 'ক'.repeat(5_001)],
      ['status', 'yes'],
      ['status', 2],
    ];
    if (required.includes(text.form)) everywhere.push([text.form, ' \u202e\t ']);
    if (withPicture) everywhere.push(['image', 7], ['image', 'https://evil.example/x.png']);
    test.each([...everywhere, ...(kind.wrong ?? [])])(
      'answers 422 at %s alone for a wrong value (%#)',
      async (field, value) => {
        for (const answer of [
          await office.post(path, filled({ [field]: value })),
          await office.put(`${path}/${(await made()).id}`, filled({ [field]: value })),
        ]) {
          expect(answer.status, answer.text).toBe(422);
          expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
        }
      },
    );

    test('stores nothing of fields that are not the form’s', async () => {
      const hostile = { id: 999_999, created_at: '1999-01-01', deleted_at: '1999-01-01', sort_order: 7, role: 'admin' };
      const record = await made(hostile);
      expect(record.id).not.toBe(999_999);
      expect(record.deleted_at).toBeNull();
      expect(String(record.created_at)).not.toContain('1999');
    });
  });

  describe(`PUT ${path}/{id}`, () => {
    test('changes the record, and keeps the picture when none is sent', async () => {
      const record = await made();
      for (const image of [undefined, null, '', record.image]) {
        const change = { ...form, [text.form]: 'বদলানো', image: withPicture ? image : undefined, status: 0 };
        const answer = await office.put(`${path}/${record.id}`, change);
        expect(answer.status, answer.text).toBe(200);
        const { data, message } = answer.json<{ data: Record; message: string }>();
        expect(message).toBe(messages?.updated);
        expect(data).toMatchObject({ [text.record]: 'বদলানো', status: 0, created_at: record.created_at });
        expect(data.image).toBe(record.image);
        expect(data.updated_at > record.updated_at).toBe(true);
      }
    });

    test('accepts a record as it was read, and leaves it as it was', async () => {
      const { updated_at, ...record } = await made();
      const answer = await office.put(`${path}/${record.id}`, { ...record, updated_at });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json()).toMatchObject({ data: record });
    });

    test('answers 409 with the record as it is now when somebody else was faster', async () => {
      const record = await made();
      const version = { updated_at: record.updated_at, image: undefined };
      expect((await office.put(`${path}/${record.id}`, filled({ ...version, [text.form]: 'প্রথম' }))).status).toBe(200);
      const second = await office.put(`${path}/${record.id}`, filled({ ...version, [text.form]: 'দ্বিতীয়' }));
      expect(second.status).toBe(409);
      expect(second.json()).toMatchObject({ data: { id: record.id, [text.record]: 'প্রথম' } });
      expect((await office.get(`${path}/${record.id}`)).json()).toMatchObject({ data: { [text.record]: 'প্রথম' } });
    });

    test('answers 404 for what is not there', async () => {
      const nothing = `${path}/2147483647`;
      expect((await office.put(nothing, filled({ image: undefined }))).status).toBe(404);
      expect((await office.get(nothing)).status).toBe(404);
      expect((await office.delete(nothing)).status).toBe(404);
      expect((await office.post(`${nothing}/restore`, {})).status).toBe(404);
    });
  });

  // Where visitors see a kind only through others, its own file tries it.
  test.runIf(shown)('visitors see Active records at once, and no others', async () => {
    const title = { [text.form]: 'সবার জন্য' };
    const record = await made(title);
    const seen = async () => (await shownToVisitors()).find(({ id }) => id === record.id);
    const ofPicture = Object.keys(noPicture).filter((field) => field in record);
    const told = ['id', ...(shown ?? []), ...ofPicture].map((field) => [field, record[field]]);
    expect(await seen()).toEqual({ ...Object.fromEntries(told), ...kind.shownBeside });
    const address = `${path}/${record.id}`;
    const setStatus = (status: unknown) => office.put(address, filled({ image: undefined, ...title, status }));
    await setStatus(false);
    expect(await seen()).toBeUndefined();
    await setStatus('1');
    expect(await seen()).toBeDefined();
    await office.delete(address);
    expect(await seen()).toBeUndefined();
    await office.post(`${address}/restore`, {});
    expect(await seen()).toBeDefined();
  });

  test('a deleted record lies in the trash for 30 days, and can be restored', async () => {
    const record = await made();
    const answer = await office.delete(`${path}/${record.id}`);
    expect(answer.json()).toEqual({ data: { id: record.id }, message: messages?.deleted });
    expect((await office.get(`${path}/${record.id}`)).status).toBe(404);
    expect((await office.put(`${path}/${record.id}`, filled({ image: undefined }))).status).toBe(404);
    expect(await office.ids(`${list}&per_page=100`)).not.toContain(record.id);
    expect((await office.ids(`${list}&trash=1`))[0]).toBe(record.id);
    const { updated_at: _then, ...same } = record;
    expect((await office.post(`${path}/${record.id}/restore`, {})).json()).toMatchObject({ data: same });
    expect((await office.post(`${path}/${record.id}/restore`, {})).status).toBe(404);
    await office.delete(`${path}/${record.id}`);
    const deleted_at = new Date(Date.now() - 31 * 86_400_000).toISOString();
    const table = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as 'news';
    await app.database.updateTable(table).set({ deleted_at }).where('id', '=', record.id).execute();
    expect(await office.ids(`${list}&trash=1`)).not.toContain(record.id);
    expect((await office.post(`${path}/${record.id}/restore`, {})).status).toBe(404);
  });

  test('the list is searched, filtered and cut into pages', async () => {
    const active = await made({ [text.form]: 'Zebra  crossing ৪২' });
    const inactive = await made({ [text.form]: 'zebra finch', status: 0 });
    const order = ordered
      ? newestLast
        ? [active.id, inactive.id]
        : [inactive.id, active.id]
      : await office.ids(`${list}&search=zebra`);
    expect(await office.ids(`${list}&search=ZEBRA`)).toEqual(order);
    expect(await office.ids(`${list}&search=ebr`)).toEqual(order);
    expect(await office.ids(`${list}&search=ze`)).toEqual(order);
    expect(await office.ids(`${list}&search=zebra&status=1`)).toEqual([active.id]);
    expect(await office.ids(`${list}&search=zebra&status=0`)).toEqual([inactive.id]);
    expect(await office.ids(`${list}&search=crossing%2042`)).toEqual([active.id]);
    expect(await office.ids(`${list}&search=zebra&per_page=1&page=2`)).toEqual(order.slice(1));
    const page = (await office.get(`${list}&search=zebra&per_page=1`)).json<{ [field: string]: unknown }>();
    expect(page).toMatchObject({
      total: 2,
      last_page: 2,
      per_page: 1,
      next_page_url: `${path}?per_page=1&search=zebra&all=1&page=2`,
    });
  });

  test.runIf(ordered)(`PUT ${path}/order arranges the list`, async () => {
    const [a, b, c] = [(await made()).id, (await made()).id, (await made()).id];
    const all = () => office.ids(`${list}&per_page=100`);
    const newest = async () => (newestLast ? (await all()).slice(-3) : (await all()).slice(0, 3));
    expect(await newest()).toEqual(newestLast ? [a, b, c] : [c, b, a]);
    const answer = await office.put(`${path}/order`, { ids: [b, c, a] });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json()).toEqual({ data: {}, message: 'Order saved successfully' });
    expect(await newest()).toEqual([b, c, a]);
    await office.put(`${path}/order`, { id: a, before: b });
    expect(await newest()).toEqual([a, b, c]);
    await office.put(`${path}/order`, { id: a, before: null });
    expect((await all()).at(-1)).toBe(a);
    const { id } = await made();
    expect((await all()).at(newestLast ? -1 : 0)).toBe(id);
    if (shown) {
      const active = await office.ids(`${list}&per_page=100&status=1`);
      expect((await shownToVisitors()).map((row) => row.id)).toEqual(active);
    }
    for (const wrong of [
      {},
      { ids: [] },
      { ids: [999_999] },
      { id: 999_999, before: null },
      { id: a, before: 999_999 },
      { id: 'x' },
      { ids: [a], id: a },
    ]) {
      expect((await office.put(`${path}/order`, wrong)).status, JSON.stringify(wrong)).toBe(422);
    }
  });

  test.runIf(ordered)(`of many arrangements at once, every record keeps a place of its own`, async () => {
    const ids = [(await made()).id, (await made()).id, (await made()).id, (await made()).id];
    const moves = Array.from({ length: 20 }, (_, index) => {
      const turned = [...ids.slice(index % 4), ...ids.slice(0, index % 4)];
      const [id, before] = turned;
      return office.put(`${path}/order`, index % 2 ? { ids: turned } : { id, before });
    });
    for (const answer of await Promise.all(moves)) expect(answer.status).toBe(200);
    const kept = (await office.ids(`${list}&per_page=100`)).filter((id) => ids.includes(id));
    expect(kept.toSorted()).toEqual(ids.toSorted());
  });
}
