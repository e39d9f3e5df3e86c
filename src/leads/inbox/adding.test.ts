import { beforeAll, expect, test } from 'vitest';
import { adminCalls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { access } from '../../../test/helpers/demo-access.ts';
import { askForDemo, leadsAt, pastOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import type { Duplicates, WholeLead } from '../lead/schema.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

let people = 0;
/** Somebody who rang up. */
const caller = () => {
  const index = ++people;
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
const mailsTo = (email: string) =>
  app.database.selectFrom('mails').select('kind').where('recipient', '=', email).execute();

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
  const rows = await app.database
    .selectFrom('audit_events')
    .select(['action', 'user_id', 'before', 'after'])
    .where('kind', '=', 'demo_requests')
    .where('record_id', '=', data.id)
    .orderBy('id')
    .execute();
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
