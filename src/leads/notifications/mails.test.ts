import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hireStaff, sendAs, signIn } from '../../../test/helpers/staff.ts';
import { freshStore, type Store } from '../../../test/helpers/store.ts';
import { announceLead, storeLead } from '../../../test/helpers/told-leads.ts';
import { sendDigest } from './digest.server.ts';

let store: Store;
let app: TestApp;
let token: string;
beforeEach(async () => {
  store = await freshStore();
  app = await openTestApp({ store });
  token = await signIn(app, await hireStaff(app));
});
afterEach(async () => {
  await app.close();
  await store.remove();
});

const choice = {
  sales_addresses: ['sales@prangon.example', 'kamal@prangon.example'],
  mail_requests: true,
  mail_digest: true,
  digest_hour: 8,
  quiet_from: 22,
  quiet_until: 7,
};
const choose = (more: object = {}) => sendAs(app, token, 'PUT', calls.notificationSettings, { ...choice, ...more });
const mails = () => app.database.selectFrom('mails').selectAll().orderBy('id').execute();
/** In Dhaka. */
const at = (time: string) => new Date(`2026-11-${time}:00+06:00`);
const digest = (now: Date, on = app) => sendDigest(on.database, now, 'https://prangon.example');

describe('PUT /admin/notification-settings', () => {
  test('keeps what was chosen, and writes it down', async () => {
    const first = (await sendAs(app, token, 'GET', calls.notificationSettings)).json<{ data: object }>().data;
    expect(first).toMatchObject({
      sales_addresses: [],
      digest_hour: 8,
      quiet_from: 22,
      quiet_until: 7,
      updated_at: null,
    });
    const answer = await choose({ sales_addresses: [' a@b.example ', 'a@b.example', ''], digest_hour: 9 });
    expect(answer.status, answer.text).toBe(200);
    const again = (await sendAs(app, token, 'GET', calls.notificationSettings)).json();
    expect(again).toEqual({ data: answer.json<{ data: object }>().data });
    expect(again).toMatchObject({ data: { sales_addresses: ['a@b.example'], digest_hour: 9 } });
    const audit = await app.database
      .selectFrom('audit_events')
      .select(['action', 'after'])
      .where('kind', '=', 'notification-settings')
      .executeTakeFirstOrThrow();
    expect(audit.action).toBe('update');
    expect(audit.after).toContain('a@b.example');
  });

  test.each([
    ['two addresses in one', { sales_addresses: ['a@b.example, c@d.example'] }, 'sales_addresses'],
    ['a line break in an address', { sales_addresses: ['a@b.example\r\nBcc: c@d.example'] }, 'sales_addresses'],
    ['a name before it', { sales_addresses: ['A <a@b.example>'] }, 'sales_addresses'],
    [
      'too many',
      { sales_addresses: Array.from({ length: 21 }, (_, index) => `a${index}@b.example`) },
      'sales_addresses',
    ],
    ['an hour that no day has', { digest_hour: 24 }, 'digest_hour'],
    ['half an hour', { quiet_from: 7.5 }, 'quiet_from'],
    ['a text as an hour', { quiet_until: '7' }, 'quiet_until'],
    ['maybe', { mail_digest: 'maybe' }, 'mail_digest'],
  ])('refuses %s', async (_what, more, field) => {
    const answer = await choose(more);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
  });

  test('does not overwrite what somebody else changed meanwhile', async () => {
    await choose();
    const answer = await choose({ digest_hour: 5, updated_at: null });
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ data: { digest_hour: 8 } });
  });
});

describe('The mail about a new request', () => {
  test('goes to each of the sales group; the visitor is only whom an answer reaches', async () => {
    await choose();
    const values = { name: '<b>রহিম</b>', institute_name: 'শাপলা\nBcc: x', email: 'rahim@shapla.example' };
    const id = await announceLead(app, values, at('20T12:00'));
    const rows = await mails();
    expect(rows.map((row) => row.recipient)).toEqual(['sales@prangon.example', 'kamal@prangon.example']);
    for (const row of rows) {
      expect(row).toMatchObject({
        kind: 'new_request',
        reference_kind: 'demo_request',
        reference_id: id,
        reply_to: 'rahim@shapla.example',
        subject: `New demo request no. ${id}`,
      });
      expect(row.html).toContain('&lt;b&gt;রহিম&lt;/b&gt;');
      expect(row.html).not.toContain('<b>');
      expect(row.text).toContain(`https://prangon.example/admin/Contact-information?lead=${id}`);
    }
  });

  test.each([
    ['to nobody before an address is set', null],
    ['to nobody when it is switched off', { mail_requests: false }],
  ])('goes %s', async (_what, more) => {
    if (more) await choose(more);
    await announceLead(app);
    expect(await mails()).toEqual([]);
  });

  test('is not written for spam', async () => {
    await choose();
    await announceLead(app, { spam: 1 });
    expect(await mails()).toEqual([]);
  });

  test('waits in quiet hours until they are over', async () => {
    await choose({ sales_addresses: ['sales@prangon.example'] });
    await announceLead(app, {}, at('20T23:10'));
    expect((await mails())[0]?.next_attempt_at).toBe(at('21T07:00').toISOString());
  });

  test('does not fill mail boxes in a flood: at most 60 requests an hour are mailed, all are in the bell', async () => {
    await choose({ sales_addresses: ['sales@prangon.example'] });
    for (let count = 0; count < 65; count++) await announceLead(app);
    // The hour of the clock may end meanwhile.
    expect((await mails()).length).toBeLessThan(65);
    expect((await mails()).length).toBeGreaterThanOrEqual(60);
    expect((await sendAs(app, token, 'GET', calls.notifications)).json()).toMatchObject({ unread: 65 });
  });
});

describe('The digest', () => {
  const lead = (values: Parameters<typeof storeLead>[1]) =>
    storeLead(app, { created_at: '2026-10-01T00:00:00.000Z', stage: 'contacted', ...values });

  beforeEach(async () => {
    await choose({ sales_addresses: ['sales@prangon.example'] });
    await lead({ institute_name: 'Overdue school', next_step: 'Call', next_step_on: '2026-11-20' });
    await lead({ institute_name: 'School of today', next_step: 'Visit', next_step_on: '2026-11-21' });
    await lead({ institute_name: 'Later school', next_step_on: '2026-11-22' });
    await lead({ institute_name: 'Won school', stage: 'won', next_step_on: '2026-11-20' });
    await lead({ institute_name: 'Spam school', spam: 1, next_step_on: '2026-11-20' });
    await lead({ institute_name: 'Deleted school', deleted_at: '2026-11-01', next_step_on: '2026-11-20' });
    await lead({ institute_name: 'New school', stage: 'new', created_at: at('20T15:00').toISOString() });
  });

  test('tells what is overdue, due today and new since yesterday', async () => {
    expect(await digest(at('21T08:00'))).toBe(1);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      recipient: 'sales@prangon.example',
      kind: 'digest',
      subject: 'Demo requests for today: overdue: 1, due today: 1, new since yesterday: 1',
    });
    const order = ['Overdue: 1', 'Overdue school', 'Due today: 1', 'School of today', 'New since', 'New school'];
    expect(order.map((words) => mail?.text.indexOf(words))).toEqual(
      order.map((words) => mail?.text.indexOf(words)).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    );
    for (const words of order) expect(mail?.text).toContain(words);
    for (const name of ['Later', 'Won', 'Spam', 'Deleted']) expect(mail?.text).not.toContain(`${name} school`);
  });

  test('comes once a day, however many instances look and however often they start', async () => {
    const other = await openTestApp({ store });
    const both = Array.from({ length: 6 }, (_, index) => digest(at('21T08:00'), index % 2 ? app : other));
    expect((await Promise.all(both)).reduce((sum, count) => sum + count, 0)).toBe(1);
    await other.close();
    const restarted = await openTestApp({ store });
    expect(await digest(at('21T09:30'), restarted)).toBe(0);
    expect(await digest(at('22T08:01'), restarted)).toBe(1);
    await restarted.close();
    expect(await mails()).toHaveLength(2);
  });

  test('comes at its hour in Dhaka, and not when the morning is long over', async () => {
    expect(await digest(at('21T07:59'))).toBe(0);
    expect(await digest(at('21T12:00'))).toBe(0);
    expect(await digest(at('21T11:59'))).toBe(1);
  });

  test('does not come where nothing is due, nor where it is switched off', async () => {
    await choose({ mail_digest: false });
    expect(await digest(at('21T08:00'))).toBe(0);
    await choose();
    await app.database.deleteFrom('demo_requests').execute();
    expect(await digest(at('21T08:00'))).toBe(0);
    expect(await mails()).toEqual([]);
  });

  test('waits for the end of the quiet hours', async () => {
    await choose({ sales_addresses: ['sales@prangon.example'], digest_hour: 5 });
    expect(await digest(at('21T05:10'))).toBe(1);
    expect((await mails())[0]?.next_attempt_at).toBe(at('21T07:00').toISOString());
  });
});
