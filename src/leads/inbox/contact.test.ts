import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { access } from '../../../test/helpers/demo-access.ts';
import { askForDemo, callOf, leadOf, pastOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import type { WholeLead } from '../lead/schema.ts';
import type { Messages } from '../templates/schema.ts';

let app: TestApp;
let office: Office;
let people = 700;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const newLead = () => askForDemo(app, visitor(people++));
const addCall = (id: number, body: object) => office.post(callOf(leadCalls.calls, id), body);
const addMessage = (id: number, body: object) => office.post(callOf(leadCalls.messages, id), body);
const messagesOf = async (id: number) =>
  (await office.get(callOf(leadCalls.messages, id))).json<{ data: Messages }>().data;
const lastOf = (lead: WholeLead) => pastOf(lead).at(-1);

test('a call is told in the story with how it ended, and taken out where that was a mistake', async () => {
  const id = await newLead();
  const answer = await addCall(id, { outcome: 'no_answer' });
  expect(answer.status, answer.text).toBe(201);
  const event = lastOf(answer.json<{ data: WholeLead }>().data);
  expect(event).toMatchObject({ event: 'called', details: { outcome: 'no_answer' }, user: { id: office.userId } });

  const pathAt = (lead: number) => callOf(leadCalls.call, lead).replace(':call', String(event?.call_id));
  const path = pathAt(id);
  expect((await office.delete(pathAt(await newLead()))).status).toBe(404);
  expect((await office.delete(path)).status).toBe(200);
  expect(lastOf(await leadOf(office, id))).toMatchObject({ event: 'received' });
  expect((await office.delete(path)).status).toBe(404);
});

test('a call counts as the first one, whichever way it ended, until it is taken out', async () => {
  const id = await newLead();
  const calledAfter = async () => (await leadOf(office, id)).called_after;
  const call = lastOf((await addCall(id, { outcome: 'spoke' })).json<{ data: WholeLead }>().data);
  expect(await calledAfter()).toBe(0);
  for (const status of ['contacted', 'new'])
    expect((await office.put(callOf(leadCalls.one, id), { status })).status).toBe(200);
  expect(await calledAfter()).toBe(0);
  expect((await office.delete(callOf(leadCalls.call, id).replace(':call', String(call?.call_id)))).status).toBe(200);
  expect(await calledAfter()).toBeNull();
});

test.each([{}, { outcome: 'drunk' }, { outcome: 5 }])('POST /{id}/calls answers 422 for %j', async (body) => {
  expect((await addCall(await newLead(), body)).status).toBe(422);
});

test('what is written to a lead is filled in with its name, its institute and its demo', async () => {
  const before = await messagesOf(await newLead());
  expect(before.map(({ name, off }) => [name, off])).toEqual([
    ['Demo link', 'No demo access is saved, so there is no link.'],
    ['No answer', null],
    ['After the demo', null],
  ]);
  expect(before[0]?.message).not.toContain(app.settings.publicUrl);

  await office.put(adminCalls.demoAccess, access);
  const form = { name: 'Price', after_call: 'busy', subject: '{institute}', message: '{{name}}, {প্রতিষ্ঠান}: {লিংক}' };
  const { id: template_id } = await office.made(adminCalls.messageTemplates, form);
  const hidden = await office.made(adminCalls.messageTemplates, { ...form, name: 'Hidden', status: 0 });
  const id = await askForDemo(app, { ...visitor(people++), name: '{link} $& রহিম', institute_name: 'পদ্মা স্কুল' });
  const withoutMail = (await messagesOf(id)).at(-1);
  expect(withoutMail?.off).toBe('The demo password goes by mail only, and none was sent to this lead.');
  expect(withoutMail?.message).not.toContain(access.demo_link);

  await app.database.updateTable('mails').set({ state: 'sent' }).where('reference_id', '=', id).execute();
  const messages = await messagesOf(id);
  expect(messages.at(-1)).toEqual({
    template_id,
    name: 'Price',
    subject: 'পদ্মা স্কুল',
    message: `{link} $& রহিম, পদ্মা স্কুল: ${access.demo_link} (পাসওয়ার্ড ইমেইলে আছে)`,
    after_call: 'busy',
    off: null,
  });

  expect((await addMessage(id, { way: 'whatsapp', template_id })).status).toBe(201);
  const answer = await addMessage(id, { way: 'mail' });
  const told = pastOf(answer.json<{ data: WholeLead }>().data).filter(({ event }) => event === 'messaged');
  expect(told.map(({ details }) => details)).toEqual([
    { way: 'whatsapp', template: 'Price' },
    { way: 'mail', template: null },
  ]);
  for (const wrong of [{ way: 'pigeon' }, { way: 'sms', template_id: hidden.id }, { way: 'sms', template_id: 'x' }])
    expect((await addMessage(id, wrong)).status, JSON.stringify(wrong)).toBe(422);
});

test('a template takes nothing that can’t be filled in, and no secret', async () => {
  for (const message of ['{passwort}', '{password}', '{expires}', '']) {
    const answer = await office.post(adminCalls.messageTemplates, { name: 'Wrong', message });
    expect([answer.status, Object.keys(answer.json<{ errors: object }>().errors)], message).toEqual([422, ['message']]);
  }
});

test('a lead that is not there is a 404', async () => {
  for (const path of [leadCalls.calls, leadCalls.messages]) {
    const answer = await office.post(callOf(path, 2_147_483_647), { outcome: 'spoke', way: 'sms' });
    expect(answer.status).toBe(404);
  }
  expect((await office.get(callOf(leadCalls.messages, 2_147_483_647))).status).toBe(404);
});

test('the story tells mails to staff apart from those to the person', async () => {
  await app.database.updateTable('users').set({ notify: 'never' }).execute();
  const group = { sales_addresses: ['sales@prangon.example'], mail_requests: true, mail_digest: false };
  expect((await office.put(calls.notificationSettings, { ...group, digest_hour: 8 })).status).toBe(200);
  const person = visitor(people++);
  const { history } = await leadOf(office, await askForDemo(app, person));
  const mails = history.filter(({ event }) => event === 'mail_queued').map(({ details }) => details);
  expect(mails).toHaveLength(2);
  expect(mails).toContainEqual(expect.objectContaining({ to: 'sales@prangon.example', to_staff: true }));
  expect(mails.find((mail) => mail && 'to' in mail && mail.to === person.email)).not.toHaveProperty('to_staff');
});

test('the story keeps the names of then', async () => {
  const id = await newLead();
  await addCall(id, { outcome: 'spoke' });
  const { name } = await app.database
    .selectFrom('users')
    .select('name')
    .where('id', '=', office.userId)
    .executeTakeFirstOrThrow();
  await app.database.updateTable('users').set({ name: 'নতুন নাম' }).where('id', '=', office.userId).execute();
  expect(lastOf(await leadOf(office, id))?.user).toEqual({ id: office.userId, name });
});
