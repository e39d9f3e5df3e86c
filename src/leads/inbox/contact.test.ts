import { beforeAll, expect, test } from 'vitest';
import type { Role } from '#api/rights.ts';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { access } from '../../../test/helpers/demo-access.ts';
import { askForDemo, callOf, eventsOf, leadOf, pastOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
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

function lastOf(lead: WholeLead): WholeLead['history'][number] {
  const last = pastOf(lead).at(-1);
  if (!last) throw new Error('Nothing happened with this lead');
  return last;
}

test('a call is told in the story with how it ended, and counts as the first one, until it is taken out', async () => {
  const id = await newLead();
  for (const wrong of [{}, { outcome: 'drunk' }, { outcome: 5 }]) expect((await addCall(id, wrong)).status).toBe(422);
  const answer = await addCall(id, { outcome: 'no_answer' });
  expect(answer.status, answer.text).toBe(201);
  const event = lastOf(answer.json<{ data: WholeLead }>().data);
  expect(event).toMatchObject({ event: 'called', details: { outcome: 'no_answer' }, user: { id: office.userId } });
  const calledAfter = async () => (await leadOf(office, id)).called_after;
  expect(await calledAfter()).toBe(0);
  for (const status of ['contacted', 'new'])
    expect((await office.put(callOf(leadCalls.one, id), { status })).status).toBe(200);
  expect(await calledAfter()).toBe(0);

  const pathAt = (lead: number) => callOf(leadCalls.call, lead).replace(':call', String(event.call_id));
  const path = pathAt(id);
  expect((await office.delete(pathAt(await newLead()))).status).toBe(404);
  expect((await office.delete(path)).status).toBe(200);
  expect(await calledAfter()).toBeNull();
  expect(eventsOf(await leadOf(office, id))).not.toContain('called');
  expect((await office.delete(path)).status).toBe(404);
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
  const whole = await office.made(adminCalls.messageTemplates, { name: 'Whole', message: '{link} / {password}' });
  const { id: template_id } = await office.made(adminCalls.messageTemplates, form);
  const hidden = await office.made(adminCalls.messageTemplates, { ...form, name: 'Hidden', status: 0 });
  const id = await askForDemo(app, { ...visitor(people++), name: '{link} $& রহিম', institute_name: 'পদ্মা স্কুল' });
  const messages = await messagesOf(id);
  expect(messages.find((each) => each.template_id === whole.id)).toMatchObject({
    message: `${access.demo_link} / ${access.demo_password}`,
    off: null,
  });
  expect(messages.at(-1)).toEqual({
    template_id,
    name: 'Price',
    subject: 'পদ্মা স্কুল',
    message: `{link} $& রহিম, পদ্মা স্কুল: ${access.demo_link} (পাসওয়ার্ড: ${access.demo_password})`,
    after_call: 'busy',
    off: null,
  });

  expect((await addMessage(id, { way: 'whatsapp', template_id })).status).toBe(201);
  const answer = await addMessage(id, { way: 'mail' });
  const told = pastOf(answer.json<{ data: WholeLead }>().data).filter(({ event }) => event === 'messaged');
  expect(told.map(({ details }) => details)).toEqual([
    { way: 'whatsapp', template: 'Price', text: `{link} $& রহিম, পদ্মা স্কুল: ${access.demo_link} (পাসওয়ার্ড: ••••••••)` },
    { way: 'mail', template: null },
  ]);
  for (const wrong of [{ way: 'pigeon' }, { way: 'sms', template_id: hidden.id }, { way: 'sms', template_id: 'x' }])
    expect((await addMessage(id, wrong)).status, JSON.stringify(wrong)).toBe(422);
});

test('the demo password in a message is for who may write it, and for no program', async () => {
  const path = callOf(leadCalls.messages, await newLead());
  const isShownTo = async (bearer: string) =>
    (await sendAs(app, bearer, 'GET', path)).text.includes(access.demo_password);
  const owner = await sessionOf(app, await hireStaff(app));
  const made = await sendAs(app, owner, 'POST', adminCalls.tokens, { name: 'CRM', role: 'sales' });
  const bearers = [owner, made.json<{ token: string }>().token];
  for (const role of ['sales', 'viewer'] satisfies Role[])
    bearers.push(await sessionOf(app, await hireStaff(app, role, role)));
  expect(await Promise.all(bearers.map(isShownTo))).toEqual([true, false, true, false]);
});

test('a template takes nothing that can’t be filled in', async () => {
  for (const message of ['{passwort}', '{price}', '']) {
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

/** A lead with one note. */
async function noted(note: string) {
  const id = await newLead();
  const answer = await office.post(callOf(leadCalls.notes, id), { note });
  expect(answer.status).toBe(201);
  const { note_id, at } = lastOf(answer.json<{ data: WholeLead }>().data);
  return { id, at, path: callOf(leadCalls.note, id).replace(':note', String(note_id)) };
}

test('PUT /{id}/notes/{note} changes a note, and its line tells who did and when; the same again changes nothing', async () => {
  const { id, at, path } = await noted('Wants it in Janury');
  await office.put(path, { note: 'Wants it in Janury' });
  expect(lastOf(await leadOf(office, id)).details).toEqual({ note: 'Wants it in Janury' });
  const answer = await office.put(path, { note: ' Wants it in January ', updated_at: at });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json()).toMatchObject({ message: 'Note updated successfully' });
  const { note_id, ...line } = lastOf(await leadOf(office, id));
  expect(note_id).toBeGreaterThan(0);
  expect(line).toMatchObject({
    event: 'noted',
    at,
    user: { id: office.userId },
    details: {
      note: 'Wants it in January',
      changed_at: expect.stringMatching(/^20/),
      changed_by: expect.stringMatching(/./),
    },
  });
});

test('a note that somebody else changed meanwhile is a 409, and stays theirs', async () => {
  const { id, at, path } = await noted('First');
  await office.put(path, { note: 'Theirs', updated_at: at });
  expect((await office.put(path, { note: 'Mine', updated_at: at })).status).toBe(409);
  const { details } = lastOf(await leadOf(office, id));
  expect(details).toMatchObject({ note: 'Theirs' });
  const updated_at = details && 'changed_at' in details && details.changed_at;
  expect((await office.put(path, { note: 'Mine', updated_at })).status).toBe(200);
});

test('DELETE /{id}/notes/{note} takes the words away for good, out of the audit too; a new text comes in their place', async () => {
  const { id, at, path } = await noted('Said to Kader');
  await office.put(path, { note: 'Said in confidence to Kader' });
  const answer = await office.delete(path);
  expect(answer.json()).toMatchObject({ message: 'Note deleted successfully' });
  const line = lastOf(await leadOf(office, id));
  expect(line).toMatchObject({ event: 'note_deleted', user: { id: office.userId } });
  expect(Object.keys(line.details ?? {}).sort()).toEqual(['changed_at', 'changed_by']);
  const stored = app.database.selectFrom('demo_request_events').select('details').where('request_id', '=', id);
  expect(JSON.stringify(await stored.execute())).not.toContain('Kader');
  expect((await office.delete(path)).status).toBe(404);
  expect((await office.put(path, { note: 'Kader sir' })).status).toBe(200);
  expect(lastOf(await leadOf(office, id))).toMatchObject({ event: 'noted', at, details: { note: 'Kader sir' } });
  const rows = await app.database
    .selectFrom('audit_events')
    .select(['action', 'user_id', 'before', 'after'])
    .where('kind', '=', 'demo_requests')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['note', 'change_note', 'delete_note', 'restore_note']);
  expect(rows.every(({ user_id }) => user_id === office.userId)).toBe(true);
  expect(JSON.stringify(rows)).not.toContain('Kader');
});

test('only a note of this lead, with words, can be written', async () => {
  const [mine, theirs] = [await noted('Mine'), await noted('Theirs')];
  const foreign = theirs.path.replace(`/${theirs.id}/`, `/${mine.id}/`);
  const received = pastOf(await leadOf(office, mine.id))[0]?.key.replace('event ', '');
  const notes = callOf(leadCalls.notes, mine.id);
  for (const path of [foreign, `${notes}/${received}`, `${notes}/0`, `${notes}/x`, `${notes}/2147483647`]) {
    expect((await office.put(path, { note: 'Elsewhere' })).status, path).toBe(404);
    expect((await office.delete(path)).status, path).toBe(404);
  }
  expect((await office.post(notes, { note: ' ' })).status).toBe(422);
  for (const wrong of [{ note: ' ' }, { note: 'x'.repeat(5_001) }, { note: 'x', updated_at: 5 }])
    expect((await office.put(mine.path, wrong)).status).toBe(422);
  await office.delete(callOf(leadCalls.one, mine.id));
  expect((await office.put(mine.path, { note: 'In the trash' })).status).toBe(404);
});
