import { beforeAll, expect, test } from 'vitest';
import type { MailDetails } from '#mail/outbox/schema.ts';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { access } from '../../../test/helpers/demo-access.ts';
import { askForDemo, callOf, eventsOf, leadOf, leadsAt } from '../../../test/helpers/leads.ts';
import { MailServer } from '../../../test/helpers/mail-server.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import type { Notifications } from '../notifications/schema.ts';

let app: TestApp;
let office: Office;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await MailServer.open();
  mailServer.plan = (step, to) => (step === 'rcpt' && to.startsWith('wrong') ? 550 : null);
  app = await openTestApp({ env: { SMTP_URL: mailServer.url, MAIL_RATE: '60000' } });
  office = await openOffice(app);
  await office.put(adminCalls.demoAccess, access);
  return async () => {
    await app.close();
    await mailServer.close();
  };
});

const mailOf = async (id: number) => (await leadOf(office, id)).mail;
const soon = <T>(value: () => Promise<T>) => expect.poll(value, { interval: 50 });
const bell = async () => (await office.get(calls.notifications)).json<Notifications>();
const lostInBell = async () => (await bell()).data.map(({ lost_mail_to }) => lost_mail_to).filter(Boolean);

async function counts() {
  const sender = (await office.get(adminCalls.mailSender)).json<{ data: { counts: object } }>();
  const { mails } = (await office.get(calls.dashboardFigures)).json<{ mails: { failed: number } }>();
  const bounced = (await office.get(`${adminCalls.mails}?state=bounced`)).json<{ total: number }>();
  return { ...sender.data.counts, failed: mails.failed, listed: bounced.total };
}

test('a mail that bounced is told on the lead and by the bell; corrected and resent it counts no more', async () => {
  const id = await askForDemo(app, { ...visitor(1), email: 'wrong@shapla.example' });
  const before = (await bell()).unread;
  await soon(async () => (await mailOf(id))?.state).toBe('bounced');
  expect(await mailOf(id)).toMatchObject({ to: 'wrong@shapla.example', reason: expect.stringContaining('550') });
  expect((await leadsAt(office)).find((lead) => lead.id === id)?.mail?.state).toBe('bounced');
  expect(await lostInBell()).toEqual(['wrong@shapla.example']);
  expect((await bell()).unread).toBeGreaterThanOrEqual(before);
  expect(await counts()).toMatchObject({ bounced: 1, failed: 1, listed: 1 });

  const refused = await office.post(callOf(leadCalls.resend, id), { email: 'right at shapla' });
  expect([refused.status, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([422, ['email']]);
  const answer = await office.post(callOf(leadCalls.resend, id), { email: 'right@shapla.example' });
  expect(answer.status, answer.text).toBe(200);
  await soon(async () => (await mailOf(id))?.state).toBe('sent');
  expect(await mailOf(id)).toMatchObject({ to: 'right@shapla.example', reason: null });
  expect(mailServer.to('right@shapla.example')).toHaveLength(1);
  const lead = await leadOf(office, id);
  expect(lead.email).toBe('right@shapla.example');
  expect(lead.history.find(({ event }) => event === 'details_changed')?.details).toEqual({
    before: { email: 'wrong@shapla.example' },
  });
  const ofMails = eventsOf(lead).filter((event) => /^mail_(?!resent)/.test(event));
  expect(ofMails).toEqual(['mail_queued', 'mail_bounced', 'mail_queued', 'mail_sent']);
  expect(await lostInBell()).toEqual([]);
  expect(await counts()).toMatchObject({ bounced: 0, failed: 0, listed: 0 });
  // It stays to be read, with what took its place.
  const kept = (await office.get(`${adminCalls.mails}?search=wrong`)).json<{ data: object[] }>();
  const sent = await mailOf(id);
  expect(kept.data).toMatchObject([{ state: 'bounced', replaced_by: sent?.id }]);
  const arrived = (await office.get(`${adminCalls.mails}/${sent?.id}`)).json<{ data: MailDetails }>().data;
  expect(arrived.history).toMatchObject([{ outcome: 'sent', answer: expect.stringContaining('250') }]);
  // What was sent anew already is not among all that are sent again.
  expect((await office.post(adminCalls.sendMails, { state: 'bounced' })).json()).toMatchObject({ data: { mails: 0 } });
});

test('a mail that bounces once more is told once more', async () => {
  const id = await askForDemo(app, { ...visitor(2), email: 'wrong-too@shapla.example' });
  await soon(async () => (await mailOf(id))?.state).toBe('bounced');
  const [first] = (await bell()).data;
  await office.put(calls.notificationsRead, { ids: [first?.id] });
  expect((await bell()).data[0]).toMatchObject({ lost_mail_to: 'wrong-too@shapla.example', read: true });
  await office.post(adminCalls.sendMail.replace(':id', String((await mailOf(id))?.id)), {});
  const lost = async () => (await bell()).data.filter(({ lost_mail_to }) => lost_mail_to !== null);
  await soon(async () => (await lost()).map(({ read }) => read)).toEqual([false]);
});

test('a mail without an answer after its final dot is told as unclear, and is settled by leaving it or sending anew', async () => {
  const before = mailServer.plan;
  mailServer.plan = (step, to) => (step === 'answer' && to.startsWith('unsure') ? 'drop' : null);
  const id = await askForDemo(app, { ...visitor(4), email: 'unsure@shapla.example' });
  await soon(async () => (await mailOf(id))?.state).toBe('unclear');
  expect(await lostInBell()).toContain('unsure@shapla.example');
  expect((await leadOf(office, id)).history.map(({ event }) => event)).toContain('mail_unclear');
  expect(await counts()).toMatchObject({ unclear: 1 });
  mailServer.plan = before;
  const mail = (await mailOf(id))?.id;
  await office.post(adminCalls.cancelMail.replace(':id', String(mail)), {});
  expect(await mailOf(id)).toMatchObject({ state: 'sent' });
  expect(await lostInBell()).not.toContain('unsure@shapla.example');
  await app.database.updateTable('mails').set({ state: 'unclear' }).where('recipient', 'like', 'unsure%').execute();
  await office.post(callOf(leadCalls.resend, id), { email: 'unsure@shapla.example' });
  await soon(async () => (await mailOf(id))?.state).toBe('sent');
  expect(await counts()).toMatchObject({ unclear: 0 });
});

test('who did something is called as then, whatever the name is now', async () => {
  const id = await askForDemo(app, visitor(3));
  await office.post(callOf(leadCalls.notes, id), { note: 'Rang up' });
  const nameOf = async () => (await leadOf(office, id)).history.find(({ event }) => event === 'noted')?.user?.name;
  const then = await nameOf();
  await app.database.updateTable('users').set({ name: 'Somebody Else' }).where('id', '=', office.userId).execute();
  expect(await nameOf()).toBe(then);
  const { data } = (await office.get(`${adminCalls.activity}?record=demo_requests:${id}`)).json<{
    data: { user: { name: string } | null }[];
  }>();
  for (const { user } of data) expect(user?.name ?? then).toBe(then);
});
