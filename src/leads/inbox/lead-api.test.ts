import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { access } from '../../../test/helpers/demo-access.ts';
import { askForDemo, callOf, leadOf, leadsAt, pastOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff } from '../../../test/helpers/staff.ts';
import type { Duplicates, WholeLead } from '../lead/schema.ts';

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
const mailsTo = (email: string) =>
  app.database.selectFrom('mails').select('kind').where('recipient', '=', email).execute();
const events = (lead: WholeLead) => pastOf(lead).map(({ event, details }) => [event, details]);
const auditOf = (id: number) =>
  app.database
    .selectFrom('audit_events')
    .select(['action', 'user_id', 'before', 'after'])
    .where('kind', '=', 'demo_requests')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();

test('a lead that is not there is a 404', async () => {
  const [id, one] = [2_147_483_647, callOf(leadCalls.one, 2_147_483_647)];
  const answers = [await office.get(one), await office.put(one, {}), await office.delete(one)];
  answers.push(await office.get(callOf(leadCalls.duplicates, id)), await office.post(callOf(leadCalls.resend, id), {}));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404));
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
    ['next_step_changed', { next_step: 'Call again', next_step_on: '2026-12-05', next_step_time: null }],
    ['noted', { note: 'Wants it before January.\nAsk for the head teacher.' }],
    ['stage_changed', { from: 'contacted', to: 'demo_given' }],
    ['next_step_changed', { next_step: null, next_step_on: null, next_step_time: null }],
    ['stage_changed', { from: 'demo_given', to: 'won' }],
  ]);
  const [received, ...byStaff] = pastOf(lead);
  expect(received).toMatchObject({ at: lead.created_at, user: null, request_id: id, note_id: null, call_id: null });
  expect(byStaff.every(({ user }) => user?.id === office.userId)).toBe(true);
  expect(lead.merged).toEqual([]);
  expect(lead.status_since > lead.created_at).toBe(true);
});

test('the same again writes nothing', async () => {
  const id = await newLead();
  await put(id, { status: 'contacted', next_step: 'Call' });
  const before = await leadOf(office, id);
  await put(id, { status: 'contacted', next_step: 'Call', name: before.name, email: before.email });
  expect(await leadOf(office, id)).toEqual(before);
});

test('lost needs a reason, and forgets it when the lead goes on', async () => {
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

test('the audit tells who did what, and nothing about the person', async () => {
  const id = await newLead();
  const { name, email } = await leadOf(office, id);
  const lost = { status: 'lost', lost_reason: 'Kaderer bhai' };
  await put(id, { ...lost, owner_id: office.userId, next_step: 'Ring Kader', note: 'Kader' });
  await put(id, { name: 'কাদের', email: 'kader@rupsa.example', number: '01922707070' });
  await office.post(callOf(leadCalls.spam, id), undefined);
  await office.delete(callOf(leadCalls.one, id));
  const rows = await auditOf(id);
  expect(rows.map((row) => row.action)).toEqual(['stage', 'owner', 'next_step', 'note', 'details', 'spam', 'delete']);
  expect(rows.every((row) => row.user_id === office.userId)).toBe(true);
  expect(rows[0]).toMatchObject({ before: '{"stage":"new"}', after: '{"stage":"lost"}' });
  const kept = JSON.stringify(rows.map(({ before, after }) => [before, after]));
  for (const personal of [name, email, 'Kader', 'কাদের', 'kader', '1922707070']) expect(kept).not.toContain(personal);
});

let callers = 0;
/** Somebody who rang up. */
const caller = () => {
  const index = ++callers;
  return {
    name: `মিনা ${index}`,
    institute_name: `কর্ণফুলী বিদ্যালয় ${index}`,
    number: `+88016111${String(index).padStart(5, '0')}`,
    email: `mina${index}@karnaphuli.example`,
  };
};
const add = (body: object) => office.post(leadCalls.list, body);
const added = async (body: object) => {
  const answer = await add(body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json<{ data: WholeLead; message: string }>();
};
const allLeads = () => app.database.selectFrom('demo_requests').select('id').execute();

test('POST /admin/contact-requests adds a lead with what came of it; nobody is mailed and no bell rings', async () => {
  const person = caller();
  const bells = () => app.database.selectFrom('notifications').select('id').execute();
  const before = (await bells()).length;
  const step = { status: 'contacted', next_step: 'Send the price sheet', next_step_on: '2027-01-05' };
  const more = { owner_id: office.userId, note: 'Rang up on Sunday.' };
  const { data, message } = await added({ ...person, number: '০১৬১১১-০০০০১', ...step, ...more });
  expect(message).toBe('Lead added successfully');
  const none = { access_mail: 'none', spam: false, page: null };
  expect(data).toMatchObject({ ...person, ...step, owner: { id: office.userId }, ...none });
  expect(pastOf(data).map(({ event, user }) => [event, user?.id])).toEqual(
    ['added', 'stage_changed', 'owner_changed', 'next_step_changed', 'noted'].map((event) => [event, office.userId]),
  );
  expect(await mailsTo(person.email)).toEqual([]);
  expect(await bells()).toHaveLength(before);
  expect((await leadsAt(office, { search: '01611100001' })).map(({ id }) => id)).toEqual([data.id]);
});

test('somebody and a way to reach them is enough; the audit tells who added it, and nothing about the person', async () => {
  const { institute_name, number } = caller();
  const empty = { name: '', email: '', owner_id: '', next_step_on: '' };
  const { data } = await added({ ...empty, institute_name, number, note: 'Mina apa' });
  expect(data).toMatchObject({ name: institute_name, institute_name, number, email: '', status: 'new', owner: null });
  const rows = await auditOf(data.id);
  expect(rows.map(({ action, user_id }) => [action, user_id])).toEqual([
    ['create', office.userId],
    ['note', office.userId],
  ]);
  for (const personal of [institute_name, number, 'Mina']) expect(JSON.stringify(rows)).not.toContain(personal);
});

test.each([
  ['institute_name', { name: ' ', institute_name: '' }],
  ['number', { number: '', email: null }],
  ['number', { number: '12' }],
  ['email', { email: 'a@b.example\r\nBcc: c@d.example' }],
  ['email', { email: '', send_mail: true }],
  ['lost_reason', { status: 'lost' }],
  ['owner_id', { owner_id: 2_147_483_647 }],
  ['name', { name: 'x'.repeat(191) }],
  ['send_mail', { send_mail: 'yes' }],
])('what is wrong is a 422 at %s, and nothing is added: %j', async (field, wrong) => {
  const before = (await allLeads()).length;
  const answer = await add({ ...caller(), ...wrong });
  expect(answer.status, answer.text).toBe(422);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
  expect(await allLeads()).toHaveLength(before);
});

test('who may be there already is a 409 that shows them, unless a second lead is meant', async () => {
  const [person, other, third] = [caller(), caller(), caller()];
  const ids = [
    await askForDemo(app, person),
    await askForDemo(app, { ...other, email: 'head@karnaphuli.example' }),
    await askForDemo(app, { ...third, institute_name: 'রূপসা আদর্শ বিদ্যালয়' }),
  ];
  const same = {
    name: 'আর কেউ',
    number: person.number,
    email: 'Head@karnaphuli.example',
    institute_name: 'রুপসা আদর্শ-বিদ্যালয়',
  };
  const answer = await add(same);
  expect(answer.status, answer.text).toBe(409);
  const { data } = answer.json<{ data: Duplicates }>();
  expect(data.map(({ by, lead }) => [by, lead.id])).toEqual([
    ['number', ids[0]],
    ['email', ids[1]],
    ['institute', ids[2]],
  ]);
  expect(await leadsAt(office, { search: 'আর কেউ' })).toEqual([]);
  await added({ ...same, add_duplicate: true });
  expect(await leadsAt(office, { search: 'আর কেউ' })).toHaveLength(1);
});

test('the demo link and password wait where there is no demo access yet, and are mailed where there is one', async () => {
  const [early, late] = [caller(), caller()];
  const first = await added({ ...early, send_mail: true });
  expect(first.message).toContain('There is no demo access yet');
  expect(first.data.access_mail).toBe('waiting');
  const saved = await office.put(adminCalls.demoAccess, access);
  expect(saved.status, saved.text).toBe(200);
  expect(await mailsTo(early.email)).toEqual([{ kind: 'demo_access' }]);
  const second = await added({ ...late, send_mail: true });
  expect(second.message).toContain('Mail is not set up here');
  expect(second.data.access_mail).toBe('queued');
  expect(await mailsTo(late.email)).toEqual([{ kind: 'demo_access' }]);
});

describe('The mail with link and password', () => {
  beforeAll(async () => {
    const answer = await office.put(adminCalls.demoAccess, access);
    expect(answer.status, answer.text).toBe(200);
  });

  test('POST /{id}/resend mails it once more, five times a day', async () => {
    const id = await newLead();
    const { email } = await leadOf(office, id);
    for (let time = 0; time < 5; time++) expect((await office.post(callOf(leadCalls.resend, id), {})).status).toBe(200);
    expect((await office.post(callOf(leadCalls.resend, id), {})).status).toBe(429);
    expect(await mailsTo(email)).toHaveLength(6);
    const resent = (await leadOf(office, id)).history.filter(({ event }) => event === 'mail_resent');
    expect(resent.map(({ user }) => user?.id)).toEqual(Array(5).fill(office.userId));
  });

  test('is not sent to spam, and without an address', async () => {
    const [spam, silent] = [await newLead(), await newLead()];
    const marked = await office.post(callOf(leadCalls.spam, spam), undefined);
    expect(marked.json()).toMatchObject({ data: { spam: true } });
    await app.database.updateTable('demo_requests').set({ email: '' }).where('id', '=', silent).execute();
    expect((await office.post(callOf(leadCalls.resend, spam), {})).status).toBe(409);
    expect((await office.post(callOf(leadCalls.resend, silent), {})).status).toBe(422);
  });

  test('POST /{id}/not-spam sends nothing to whom nothing was promised, with an address or without', async () => {
    for (const email of ['imported@shapla.example', '']) {
      const id = await newLead();
      const imported = { email, spam: 1, access_mail: 'none' } as const;
      await app.database.updateTable('demo_requests').set(imported).where('id', '=', id).execute();
      const answer = await office.post(callOf(leadCalls.notSpam, id), {});
      expect(answer.json()).toMatchObject({ data: { spam: false, access_mail: 'none' } });
      expect(await mailsTo(email)).toEqual([]);
    }
  });
});
