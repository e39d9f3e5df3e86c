import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { askForDemo, callOf, eventsOf, leadOf, leadsAt, pastOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff } from '../../../test/helpers/staff.ts';
import type { WholeLead } from '../lead/schema.ts';

let app: TestApp;
let office: Office;
let people = 100;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const newLead = () => askForDemo(app, visitor(people++));
const put = (id: number, body: object) => office.put(callOf(leadCalls.one, id), body);
const events = (lead: WholeLead) => pastOf(lead).map(({ event, details }) => [event, details]);

test('GET /admin/contact-requests/{id} answers the lead with its history', async () => {
  const lead = await leadOf(office, await newLead());
  expect(lead.merged).toEqual([]);
  expect(pastOf(lead)).toEqual([
    {
      key: expect.any(String),
      note_id: null,
      call_id: null,
      event: 'received',
      at: lead.created_at,
      user: null,
      request_id: lead.id,
      details: null,
    },
  ]);
});

test.each(['0', '-1', '1.5', 'x', '99999999999', '2147483647'])('the id %s is a 404', async (id) => {
  for (const path of [leadCalls.one, leadCalls.duplicates]) {
    expect((await office.get(path.replace(':id', id))).status).toBe(404);
  }
  expect((await office.put(leadCalls.one.replace(':id', id), {})).status).toBe(404);
  expect((await office.delete(leadCalls.one.replace(':id', id))).status).toBe(404);
});

test('a lead is not given to somebody whose account is being removed, and that is no fault', async () => {
  const id = await newLead();
  const leaving = await hireStaff(app);
  const giving = await app.database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('users').where('id', '=', leaving.id).execute();
    const answer = put(id, { owner_id: leaving.id });
    // Time to come as far as the account, which is still there for others.
    await sleep(200);
    return { answer };
  });
  expect([409, 422]).toContain((await giving.answer).status);
  expect((await leadOf(office, id)).owner).toBeNull();
});

test('a lead is worked through to won, and its history tells how', async () => {
  const id = await newLead();
  const answer = await put(id, {
    status: 'contacted',
    owner_id: office.userId,
    next_step: 'Call again',
    next_step_on: '২০২৬-১২-০৫',
    note: 'Wants it before January.\r\nAsk for the head teacher.',
  });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json()).toMatchObject({
    message: 'Lead updated successfully',
    data: { status: 'contacted', owner: { id: office.userId }, next_step: 'Call again', next_step_on: '2026-12-05' },
  });
  await put(id, { status: 'demo_given', next_step: null, next_step_on: '' });
  await put(id, { status: 'won' });
  const lead = await leadOf(office, id);
  expect(lead).toMatchObject({ status: 'won', next_step: null, next_step_on: null });
  const me = { to: lead.owner?.name };
  expect(events(lead)).toEqual([
    ['received', null],
    ['stage_changed', { from: 'new', to: 'contacted' }],
    ['owner_changed', me],
    ['next_step_changed', { next_step: 'Call again', next_step_on: '2026-12-05' }],
    ['noted', { note: 'Wants it before January.\nAsk for the head teacher.' }],
    ['stage_changed', { from: 'contacted', to: 'demo_given' }],
    ['next_step_changed', { next_step: null, next_step_on: null }],
    ['stage_changed', { from: 'demo_given', to: 'won' }],
  ]);
  expect(
    pastOf(lead)
      .slice(1)
      .every(({ user }) => user?.id === office.userId),
  ).toBe(true);
  expect(lead.status_since > lead.created_at).toBe(true);
});

test('the same again writes nothing', async () => {
  const id = await newLead();
  await put(id, { status: 'contacted', next_step: 'Call' });
  const before = await leadOf(office, id);
  await put(id, { status: 'contacted', next_step: 'Call', name: before.name, email: before.email });
  expect(await leadOf(office, id)).toEqual(before);
});

describe('Lost', () => {
  test('needs a reason, and forgets it when the lead goes on', async () => {
    const id = await newLead();
    const refused = await put(id, { status: 'lost', note: 'Not kept' });
    expect(refused.status).toBe(422);
    expect(refused.json()).toMatchObject({ errors: { lost_reason: [expect.any(String)] } });
    const lead = await leadOf(office, id);
    expect([lead.status, events(lead)]).toEqual(['new', [['received', null]]]);
    await put(id, { status: 'lost', lost_reason: 'Chose another vendor' });
    expect(await leadOf(office, id)).toMatchObject({ status: 'lost', lost_reason: 'Chose another vendor' });
    await put(id, { status: 'contacted' });
    expect(await leadOf(office, id)).toMatchObject({ status: 'contacted', lost_reason: null });
  });
});

test('a stale edit is a 409 with the lead as it is now, and writes nothing', async () => {
  const id = await newLead();
  const { updated_at } = await leadOf(office, id);
  await put(id, { status: 'contacted', updated_at });
  const answer = await put(id, { status: 'won', note: 'Mine', updated_at });
  expect(answer.status).toBe(409);
  expect(answer.json()).toMatchObject({ message: expect.any(String), data: { id, status: 'contacted' } });
  expect(events(await leadOf(office, id))).toHaveLength(2);
});

test('details can be corrected: the lead is then found by the new ones, and the history keeps the old ones', async () => {
  const id = await newLead();
  const before = await leadOf(office, id);
  const answer = await put(id, { number: '০১৯১১-৮৭৬৫৪০', email: 'Right@Surma.Example', name: ' সুরমা  ' });
  expect(answer.json()).toMatchObject({
    data: { number: '+8801911876540', email: 'Right@surma.example', name: 'সুরমা' },
  });
  expect((await leadsAt(office, { search: '01911876540' })).map((lead) => lead.id)).toEqual([id]);
  expect(await leadsAt(office, { search: before.email })).toEqual([]);
  expect(events(await leadOf(office, id)).at(-1)).toEqual([
    'details_changed',
    { before: { name: before.name, number: before.number, email: before.email } },
  ]);
});

test.each([
  ['status', 'sold'],
  ['status', 1],
  ['owner_id', 2_147_483_647],
  ['owner_id', 'me'],
  ['next_step', 'x'.repeat(256)],
  ['next_step_on', '2026-02-30'],
  ['note', 'x'.repeat(5_001)],
  ['note', { $gt: '' }],
  ['name', ''],
  ['number', '123'],
  ['email', 'a@b.example\r\nBcc: c@d.example'],
  ['email', 'a@b.example,c@d.example'],
  ['updated_at', 5],
])('PUT with %s %j is a 422 at that field', async (field, value) => {
  const id = await newLead();
  const answer = await put(id, { [field]: value });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
  expect(events(await leadOf(office, id))).toEqual([['received', null]]);
});

test('a closed account can’t be an owner, and is not offered', async () => {
  const away = await hireStaff(app);
  await app.database.updateTable('users').set({ status: 0 }).where('id', '=', away.id).execute();
  expect((await put(await newLead(), { owner_id: away.id })).status).toBe(422);
  const owners = (await office.get(leadCalls.owners)).json<{ id: number }[]>().map(({ id }) => id);
  expect(owners).toContain(office.userId);
  expect(owners).not.toContain(away.id);
});

test('POST /{id}/notes adds a note', async () => {
  const id = await newLead();
  expect((await office.post(callOf(leadCalls.notes, id), { note: ' ' })).status).toBe(422);
  const answer = await office.post(callOf(leadCalls.notes, id), { note: '<script>alert(1)</script>' });
  expect(answer.status).toBe(201);
  expect(events(answer.json<{ data: WholeLead }>().data)).toEqual([
    ['received', null],
    ['noted', { note: '<script>alert(1)</script>' }],
  ]);
});

test('DELETE and POST /{id}/restore go into the trash and out of it', async () => {
  const id = await newLead();
  expect((await office.delete(callOf(leadCalls.one, id))).status).toBe(200);
  expect((await office.delete(callOf(leadCalls.one, id))).status).toBe(404);
  expect((await put(id, { status: 'won' })).status).toBe(404);
  const answer = await office.post(callOf(leadCalls.restore, id), undefined);
  expect(answer.json()).toMatchObject({ data: { id, status: 'new', deleted_at: null } });
  expect(events(await leadOf(office, id)).map(([event]) => event)).toEqual(['received', 'deleted', 'restored']);
});

test('POST /{id}/spam hides a lead from the list', async () => {
  const id = await newLead();
  const { email } = await leadOf(office, id);
  expect((await office.post(callOf(leadCalls.spam, id), undefined)).json()).toMatchObject({ data: { spam: true } });
  expect(await leadsAt(office, { search: email })).toEqual([]);
  expect(await leadsAt(office, { search: email, spam: '1' })).toHaveLength(1);
});

test('what became of a mail stands in the history', async () => {
  const id = await newLead();
  const now = new Date().toISOString();
  const mail = {
    recipient: 'rahim@shapla.example',
    subject: 'Demo',
    text: '',
    html: '',
    kind: 'demo_access',
    reference_kind: 'demo_request',
    reference_id: id,
    search_text: '',
    next_attempt_at: now,
  };
  await app.database
    .insertInto('mails')
    .values([
      { ...mail, message_id: 'one', state: 'sent', sent_at: now, created_at: now, updated_at: now },
      { ...mail, message_id: 'two', state: 'bounced', last_error: '550 No', created_at: now, updated_at: now },
    ])
    .execute();
  expect(eventsOf(await leadOf(office, id))).toEqual([
    'received',
    'mail_waiting',
    'mail_queued',
    'mail_sent',
    'mail_queued',
    'mail_bounced',
  ]);
});

test('the audit tells who did what, and nothing about the person', async () => {
  const id = await newLead();
  const { name, email } = await leadOf(office, id);
  await put(id, {
    status: 'lost',
    lost_reason: 'Kaderer bhai',
    owner_id: office.userId,
    next_step: 'Ring Kader',
    note: 'Kader',
  });
  await put(id, { name: 'কাদের', email: 'kader@rupsa.example', number: '01922707070' });
  await office.post(callOf(leadCalls.spam, id), undefined);
  await office.delete(callOf(leadCalls.one, id));
  const rows = await app.database
    .selectFrom('audit_events')
    .selectAll()
    .where('kind', '=', 'demo_requests')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  expect(rows.map((row) => row.action)).toEqual(['stage', 'owner', 'next_step', 'note', 'details', 'spam', 'delete']);
  expect(rows.every((row) => row.user_id === office.userId)).toBe(true);
  expect(rows[0]).toMatchObject({ before: '{"stage":"new"}', after: '{"stage":"lost"}' });
  const kept = JSON.stringify(rows.map(({ before, after }) => [before, after]));
  for (const personal of [name, email, 'Kader', 'কাদের', 'kader', '1922707070']) expect(kept).not.toContain(personal);
});
