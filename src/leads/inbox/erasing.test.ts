// @module-tag postgres
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type Mail, queueMail } from '#mail/queue.server.ts';
import { leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { askForDemo, callOf, leadOf, pastOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff } from '../../../test/helpers/staff.ts';
import { lockWaits, storeKind } from '../../../test/helpers/store.ts';
import { storeLead } from '../../../test/helpers/told-leads.ts';
import { lockLeads } from '../lead/data.server.ts';
import { eraseOutdated } from './erasing.server.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const erase = (id: number, confirm: unknown = 'ERASE') => office.post(callOf(leadCalls.erase, id), { confirm });

/** Everything that the store holds, as one text. */
async function wholeStore(): Promise<string> {
  const tables = ['demo_requests', 'demo_request_events', 'mails', 'audit_events', 'list_views'] as const;
  const rows = tables.map((table) => sql`select * from ${sql.table(table)}`.execute(app.database));
  return JSON.stringify((await Promise.all(rows)).map((result) => result.rows));
}

const long = new Date(Date.now() - 220 * 86_400_000).toISOString();
const write = (id: number, columns: object) =>
  app.database.updateTable('demo_requests').set(columns).where('id', '=', id).execute();

test('POST /{id}/erase removes every trace of a person: all requests, history, mails; others stay', async () => {
  const kader = { name: 'কাদের মোল্লা', institute_name: 'রূপসা', number: '01922707070', email: 'kader@rupsa.example' };
  const id = await askForDemo(app, kader);
  const again = await askForDemo(app, { ...kader, email: 'kader2@rupsa.example' });
  const merged = await askForDemo(app, { ...kader, number: '01922707071', email: 'kader3@rupsa.example' });
  const deleted = await askForDemo(app, { ...kader, number: '01922707072' });
  const other = await askForDemo(app, visitor(1));
  await office.post(callOf(leadCalls.notes, id), { note: 'Kader is ill' });
  await office.put(callOf(leadCalls.one, id), { status: 'lost', lost_reason: 'Kader left', name: 'কাদের' });
  await office.post(callOf(leadCalls.merge, id), { ids: [merged] });
  await office.delete(callOf(leadCalls.one, deleted));
  const reference = { kind: 'demo_request', id };
  for (const to of ['kader@rupsa.example', 'KADER3@rupsa.example'])
    await mail({ to, subject: 'Demo for Kader', text: 'Kader', kind: 'demo_access', reference });
  const digest = { to: 'sales@prangon.example', subject: 'Today', kind: 'digest' };
  const link = 'https://x.example/admin/Contact-information?request=';
  await mail({ ...digest, text: `Kader, ${link}${again}\n` });
  await mail({ ...digest, text: `Somebody else, ${link}${id}9\n` });
  await office.get(`${leadCalls.export}?search=kader`);
  expect(await wholeStore()).toContain('kader');

  const answer = await erase(id);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json()).toMatchObject({
    message: 'The person was erased, with 4 requests',
    data: { id, erased: [id, again, merged, deleted].sort((a, b) => a - b) },
  });
  const left = await wholeStore();
  expect(left).toContain('Somebody else');
  for (const trace of ['kader', 'Kader', 'KADER', 'কাদের', '1922707070']) expect(left).not.toContain(trace);
  expect((await office.get(callOf(leadCalls.one, id))).status).toBe(404);
  expect(pastOf(await leadOf(office, other))).toMatchObject([{ event: 'received' }]);
  expect((await erase(id)).status).toBe(404);
  expect(await erasures()).toEqual([
    { month: expect.stringMatching(/^\d{4}-\d\d$/), stage: 'lost', reason: 'request', count: 1 },
    { month: expect.any(String), stage: 'new', reason: 'request', count: 3 },
  ]);
});

test('GET /admin/contact-requests/{id}/person tells everything that is held about them, and of nobody else', async () => {
  const person = { ...visitor(50), name: 'Queried', number: '01922707077' };
  const id = await askForDemo(app, person);
  const again = await askForDemo(app, { ...visitor(51), name: 'Queried again', number: person.number });
  await askForDemo(app, { ...visitor(52), name: 'Somebody quite different' });
  await office.post(callOf(leadCalls.notes, again), { note: 'Wants to know what we have' });
  const answer = await office.get(callOf(leadCalls.person, id));
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="person-${id}.json"`);
  const personalData = answer.json<{
    requests: { id: number }[];
    history: { event: string; details: unknown }[];
    mails: object[];
  }>();
  expect(personalData.requests.map((request) => request.id)).toEqual([id, again]);
  expect(personalData.history).toContainEqual(
    expect.objectContaining({ event: 'noted', details: { note: 'Wants to know what we have' } }),
  );
  expect(answer.text).not.toContain('Somebody quite different');
  expect(answer.text).not.toContain('search_text');
  expect((await office.get(callOf(leadCalls.person, 999_999))).status).toBe(404);
});

test.runIf(storeKind === 'sqlite')('nothing is left in the bytes of the database', async () => {
  const name = 'Xylophonist-Qwerty';
  const id = await askForDemo(app, { ...visitor(3), name });
  await office.post(callOf(leadCalls.notes, id), { note: `${name} called. `.repeat(200) });
  await office.post(callOf(leadCalls.notes, await askForDemo(app, visitor(4))), { note: 'Somebody else' });
  const files = ['prangon.sqlite', 'prangon.sqlite-wal', 'prangon.sqlite-shm'];
  const copies = () => files.filter((file) => readFileSync(path.join(app.store.dataDir, file)).includes(name));
  expect(copies()).not.toEqual([]);
  // As it happens by itself after some writes: from then on the words are in the database's own file too.
  await sql`pragma wal_checkpoint(full)`.execute(app.database);
  expect(copies()).toEqual(['prangon.sqlite', 'prangon.sqlite-wal']);
  expect((await erase(id)).status).toBe(200);
  expect(copies()).toEqual([]);
});

test('without the word nothing is erased', async () => {
  const id = await askForDemo(app, visitor(1_000));
  for (const confirm of ['', 'erase', 'yes', true, null, undefined]) {
    const { status, text } = await office.post(callOf(leadCalls.erase, id), { confirm });
    expect([confirm, status, text]).toEqual([confirm, 422, expect.stringContaining('"confirm":[')]);
  }
  expect((await leadOf(office, id)).id).toBe(id);
});

test('retention erases what was won, lost or spam long ago, and nothing else', async () => {
  const none = { won: null, lost: null, spam: null };
  for (const wrong of [{ won: 0 }, { lost: 1.5 }, { spam: '6' }, { spam: undefined }]) {
    const { status, text } = await office.put(leadCalls.retention, { ...none, ...wrong });
    expect([status, text]).toEqual([422, expect.stringContaining(`"${Object.keys(wrong)[0]}":[`)]);
  }
  expect((await office.get(leadCalls.retention)).json()).toEqual({ data: { ...none, applies_from: null } });
  const rules = { won: null, lost: 6, spam: 1 };
  expect((await office.put(leadCalls.retention, rules)).json()).toMatchObject({ data: rules });
  const ids = { won: 0, lost: 0, fresh: 0, spam: 0, open: 0, trash: 0 };
  for (const [index, name] of (Object.keys(ids) as (keyof typeof ids)[]).entries()) {
    ids[name] = await askForDemo(app, visitor(2_000_000 + index));
  }
  await write(ids.won, { stage: 'won', stage_since: long });
  await write(ids.lost, { stage: 'lost', stage_since: long });
  await write(ids.fresh, { stage: 'lost' });
  await write(ids.spam, { spam: 1, created_at: long });
  await write(ids.open, { created_at: long, stage_since: long });
  await write(ids.trash, { deleted_at: long });
  const left = async () => {
    const rows = app.database.selectFrom('demo_requests').select('id').where('id', 'in', Object.values(ids));
    return (await rows.execute()).map(({ id }) => id).sort((a, b) => a - b);
  };
  await eraseOutdated(app.database);
  expect(await left()).toEqual([ids.won, ids.lost, ids.fresh, ids.spam, ids.open]);
  await endGrace();
  expect((await office.get(leadCalls.retention)).json()).toEqual({ data: { ...rules, applies_from: null } });
  await eraseOutdated(app.database);
  expect(await left()).toEqual([ids.won, ids.fresh, ids.open]);
  expect((await erasures()).filter(({ reason }) => reason !== 'request')).toMatchObject([
    { stage: 'lost', reason: 'retention', count: 1 },
    { stage: 'new', reason: 'retention', count: 1 },
    { stage: 'new', reason: 'trash', count: 1 },
  ]);
});

test('stricter retention says how many it would erase, wants a typed word, and tells all owners', async () => {
  const other = await hireStaff(app, 'কামাল');
  await office.put(leadCalls.retention, { won: 24, lost: null, spam: null });
  await endGrace();
  await write(await askForDemo(app, visitor(3_000_000)), { stage: 'won', stage_since: long });
  await app.database.deleteFrom('mails').execute();
  const won = () =>
    app.database.selectFrom('demo_requests').select('id').where('stage', '=', 'won').orderBy('id').execute();
  const before = await won();

  const rules = { won: 1, lost: null, spam: null };
  const question = await office.put(leadCalls.retention, rules);
  expect(question.status).toBe(422);
  const { errors } = question.json<{ errors: { confirm: string[] } }>();
  expect(errors.confirm[0]).toMatch(/^Tonight these rules would erase \d+ leads? for good\. Write ERASE to confirm/);
  expect((await office.get(leadCalls.retention)).json()).toMatchObject({ data: { won: 24 } });
  const answer = await office.put(leadCalls.retention, { ...rules, confirm: 'ERASE' });
  expect(answer.status, answer.text).toBe(200);
  const { applies_from } = answer.json<{ data: { applies_from: string } }>().data;
  expect(Math.round((Date.parse(applies_from) - Date.now()) / 86_400_000)).toBe(7);
  const mails = await app.database.selectFrom('mails').select(['recipient', 'text']).execute();
  expect(mails.map(({ recipient }) => recipient)).toContain(other.email);
  expect(mails[0]?.text).toContain('won: erased after 1 month');

  await eraseOutdated(app.database);
  expect(await won()).toEqual(before);
  // Milder ones hold at once.
  expect((await office.put(leadCalls.retention, { ...rules, won: null })).json()).toMatchObject({
    data: { won: null, applies_from: null },
  });
  await endGrace();
  await eraseOutdated(app.database);
  expect(await won()).toEqual(before);
});

test('retention leaves the mails to an address that a lead still has', async () => {
  const [old, kept] = [visitor(4_000_000), visitor(4_000_001)].map((lead) => ({
    ...lead,
    email: 'office@rupsa.example',
  }));
  await write(await askForDemo(app, old), { deleted_at: long });
  await askForDemo(app, { ...kept, number: '01922707079' });
  await mail({ to: 'Office@rupsa.example', subject: 'An offer', text: 'x', kind: 'test' });
  await eraseOutdated(app.database);
  expect(await app.database.selectFrom('mails').select('subject').where('kind', '=', 'test').execute()).toHaveLength(1);
});

/** As if the days of grace had passed. */
async function endGrace(): Promise<void> {
  const facts = app.database.selectFrom('store_facts').select('value').where('name', '=', 'lead_retention');
  const stored = JSON.parse((await facts.executeTakeFirstOrThrow()).value);
  const value = JSON.stringify({ ...stored, applies_from: '2026-01-01T00:00:00.000Z' });
  await app.database.updateTable('store_facts').set({ value }).where('name', '=', 'lead_retention').execute();
}

function erasures() {
  return app.database.selectFrom('lead_erasures').selectAll().orderBy('reason').orderBy('stage').execute();
}

/** One that was sent. */
async function mail(more: Omit<Mail, 'html'>): Promise<void> {
  const id = await queueMail(app.database, { ...more, html: more.text });
  await app.database.updateTable('mails').set({ state: 'sent' }).where('id', '=', id).execute();
}

// On SQLite a writer has the whole file to itself.
test.runIf(storeKind === 'postgres')(
  'erasing several requests waits for who changes them, and he not for it',
  async () => {
    const email = 'twice@rupsa.example';
    const [first, second] = [await storeLead(app, { email }), await storeLead(app, { email })];
    // The last one to be changed lies behind the others on the disk.
    await app.database.updateTable('demo_requests').set({ name: 'কামাল' }).where('id', '=', first).execute();
    const erasing = await app.database.transaction().execute(async (transaction) => {
      await lockLeads(transaction, [first]);
      const answer = erase(first);
      await expect.poll(() => lockWaits(app.database)).toBe(1);
      await lockLeads(transaction, [second]);
      // In an object, as the transaction would wait for a promise.
      return { answer };
    });
    expect((await erasing.answer).json()).toMatchObject({ data: { erased: expect.arrayContaining([first, second]) } });
  },
);
