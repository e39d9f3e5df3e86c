// @module-tag postgres
import type { KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { leadCalls } from '#paths.ts';
import type { Written } from '#ui/admin/calls/api.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { askForDemo, callOf, leadsAt } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff } from '../../../test/helpers/staff.ts';
import { eraseOutdated } from '../inbox/erasing.server.ts';
import type { ImportResult } from '../lead/schema.ts';
import { addImported, undoImport } from './api.server.ts';
import { readRow } from './cells.server.ts';

let app: TestApp;
let office: Office;
let rahimsId: number;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  rahimsId = await askForDemo(app);
  return app.close;
});

const send = (csv: string) => office.post(leadCalls.import, { csv, dry_run: false });
async function imported(csv: string): Promise<Written<ImportResult>> {
  const answer = await send(csv);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Written<ImportResult>>();
}

describe('Of an import', () => {
  const rows = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `${prefix} ${index}`,
      number: `0${1_551_000_000 + Number(prefix) * 10_000 + index}`,
    }));
  const csvOf = (some: ReturnType<typeof rows>) =>
    `Name,Number\n${some.map(({ name, number }) => `${name},${number}`).join('\n')}`;
  const stored = async (id: number) =>
    app.database.selectFrom('demo_requests').select(['id', 'deleted_at']).where('import_id', '=', id).execute();
  const lastImport = async () => {
    const last = app.database.selectFrom('lead_imports').select('id').orderBy('id', 'desc').limit(1);
    return (await last.executeTakeFirst())?.id ?? 0;
  };
  const kamal = async () => {
    const user = { ...(await hireStaff(app, 'Kamal')), name: 'Kamal' };
    return { user, network: '', requestId: '' };
  };
  const takeBack = (id: number) => office.delete(callOf(leadCalls.imported, id));
  /** Writes beside the work, and counts the writes that ended while `isPartial`. */
  const writeBeside = async <T>(work: Promise<T>, isPartial: () => Promise<boolean>) => {
    let [isDone, between] = [false, 0];
    const done = work.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const wasPartial = await isPartial();
      const { status } = await office.post(`${leadCalls.list}/${rahimsId}/notes`, { note: 'Rang' });
      expect(status).toBeLessThan(300);
      if (wasPartial && !isDone) between++;
    }
    return { answer: await done, between };
  };

  test('nothing is seen before the end, and other writes go in between', async () => {
    const last = await lastImport();
    const first = async () => (await leadsAt(office, { search: '01551010000' })).length;
    const partial = async () => {
      const seen = await first();
      const id = await lastImport();
      const isPartial = id > last && (await stored(id)).some(({ deleted_at }) => deleted_at !== null);
      if (isPartial) expect(seen).toBe(0);
      return isPartial;
    };
    const { answer, between } = await writeBeside(imported(csvOf(rows('1', 2_000))), partial);
    expect(answer.data.counts).toMatchObject({ rows: 2_000, new: 2_000, added: 2_000 });
    expect(between).toBeGreaterThan(0);
    expect(await first()).toBe(1);
  });

  test('that is killed nothing is ever seen, the file is new, and what it left is erased (W11)', async () => {
    const some = rows('2', 450);
    const [first] = some;
    const leads = some.map((row) => readRow(row, [], '2026-01-01').lead);
    const killed = app.database.withPlugin(failsAt('InsertQueryNode', 6));
    await expect(addImported(killed, await kamal(), leads)).rejects.toThrow('Killed');
    const id = await lastImport();
    const left = await stored(id);
    expect(left).toHaveLength(400);
    const number = first?.number ?? '';
    for (const trash of ['0', '1']) expect(await leadsAt(office, { trash, search: number })).toEqual([]);
    const one = `${leadCalls.list}/${left[0]?.id}`;
    expect((await office.get(one)).status).toBe(404);
    expect((await office.post(`${one}/restore`, {})).status).toBe(404);
    expect((await office.get(`${leadCalls.export}?search=${number}`)).text.trim().split('\n')).toHaveLength(1);
    expect((await takeBack(id)).json()).toMatchObject({ data: { removed: 0, kept: 0 } });
    const again = await imported(csvOf(some));
    expect(again.data.counts).toMatchObject({ new: 450, duplicate: 0, added: 450 });
    // An import in progress has an hour.
    await eraseOutdated(app.database);
    expect(await stored(id)).toHaveLength(400);
    const anHourBefore = new Date(Date.parse(left[0]?.deleted_at ?? '') - 3_600_000).toISOString();
    const ofKilled = app.database.updateTable('demo_requests').where('import_id', '=', id);
    await ofKilled.set({ deleted_at: anHourBefore }).execute();
    await eraseOutdated(app.database);
    expect(await stored(id)).toEqual([]);
    expect(await stored(again.data.import_id ?? 0)).toHaveLength(450);
  });

  test('some of which were erased before its end nothing is seen, and the answer is 503', async () => {
    const last = await lastImport();
    const sending = send(csvOf(rows('3', 2_000)));
    const hidden = app.database.selectFrom('demo_requests').where('import_id', '>', last);
    await expect.poll(async () => (await hidden.select('id').execute()).length).toBeGreaterThan(0);
    const first = hidden.select('id').orderBy('id').limit(1);
    const erased = await app.database.deleteFrom('demo_requests').where('id', 'in', first).executeTakeFirst();
    expect(erased.numDeletedRows).toBe(1n);
    expect((await sending).status).toBe(503);
    expect(await leadsAt(office, { search: rows('3', 2)[1]?.number ?? '' })).toEqual([]);
  });

  test.each(['that is killed', 'that is done'])('%s a visitor gets a lead of their own', async (what) => {
    const isKilled = what === 'that is killed';
    const visitor = { email: `anika${isKilled}@school.example`, number: isKilled ? '01551990001' : '01551990002' };
    const { lead } = readRow({ name: 'Anika', ...visitor }, [], '2026-01-01');
    const database = app.database.withPlugin(failsAt('UpdateQueryNode', isKilled ? 1 : 2));
    const adding = addImported(database, await kamal(), [lead]);
    if (isKilled) await expect(adding).rejects.toThrow('Killed');
    else await adding;
    const id = await askForDemo(app, visitor);
    const [newest] = await leadsAt(office, { search: visitor.number });
    expect(newest).toMatchObject({ id, origin: 'requested' });
  });

  test('that is taken back other writes go in between', async () => {
    const { import_id } = (await imported(csvOf(rows('4', 2_000)))).data;
    const id = import_id ?? 0;
    const partial = async () => {
      const gone = (await stored(id)).filter(({ deleted_at }) => deleted_at !== null).length;
      return gone > 0 && gone < 2_000;
    };
    const { answer, between } = await writeBeside(takeBack(id), partial);
    expect(answer.json()).toMatchObject({ data: { removed: 2_000, kept: 0 } });
    expect(between).toBeGreaterThan(0);
  });

  test('whose taking back was killed the rest is taken back by the next one (W11)', async () => {
    const { import_id } = (await imported(csvOf(rows('5', 450)))).data;
    const id = import_id ?? 0;
    const killed = app.database.withPlugin(failsAt('UpdateQueryNode', 2));
    await expect(undoImport(killed, await kamal(), id)).rejects.toThrow('Killed');
    const live = async () => (await stored(id)).filter(({ deleted_at }) => deleted_at === null);
    expect(await live()).toHaveLength(250);
    expect((await takeBack(id)).json()).toMatchObject({ data: { removed: 250, kept: 0 } });
    expect(await live()).toEqual([]);
  });

  /** Ends the work before its nth statement of a kind, as a kill would. */
  function failsAt(kind: 'InsertQueryNode' | 'UpdateQueryNode', place: number): KyselyPlugin {
    let seen = 0;
    return {
      transformQuery({ node }) {
        if (node.kind === kind && ++seen === place) throw new Error('Killed');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
  }
});
