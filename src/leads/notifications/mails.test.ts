import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { rahim } from '../../../test/helpers/content.ts';
import { hireStaff, type Staff, sendAs, sessionOf, signIn } from '../../../test/helpers/staff.ts';
import type { Store } from '../../../test/helpers/store.ts';
import { announceLead, storeLead } from '../../../test/helpers/told-leads.ts';
import { sendDigest } from './announce.server.ts';

let store: Store;
let app: TestApp;
let owner: Staff;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  store = app.store;
  return app.close;
});
beforeEach(async () => {
  await app.empty('demo_requests', 'mails', 'rate_limits', 'notifications', 'digests', 'notification_settings');
  // Whoever was there before would be mailed too.
  await app.database.updateTable('users').set({ notify: 'never' }).execute();
  owner = await hireStaff(app);
  token = await signIn(app, owner);
});

const choice = {
  sales_addresses: ['sales@prangon.example', 'kamal@prangon.example'],
  mail_requests: true,
  mail_digest: true,
  digest_hour: 8,
};
const choose = (more: object = {}) => sendAs(app, token, 'PUT', calls.notificationSettings, { ...choice, ...more });
/** Says in the profile how often somebody is mailed. */
async function notify(staff: Staff, often: string): Promise<void> {
  const body = { name: 'নাসরিন', email: staff.email, notify: often };
  const answer = await sendAs(app, await sessionOf(app, staff), 'PUT', calls.account, body);
  expect(answer.json(), answer.text).toMatchObject({ data: { notify: often } });
}
/** But for what owners are told of addresses. */
const mails = () =>
  app.database.selectFrom('mails').selectAll().where('kind', '!=', 'account_notice').orderBy('id').execute();
/** In Dhaka. */
const at = (time: string) => new Date(`2026-11-${time}:00+06:00`);
const digest = (now: Date, on = app) => sendDigest(on.database, now, 'https://prangon.example');

describe('PUT /admin/notification-settings', () => {
  const stored = async () =>
    (await sendAs(app, token, 'GET', calls.notificationSettings)).json<{ data: { updated_at: string | null } }>();

  test('keeps what was chosen, writes it down, and knows no quiet hours any more', async () => {
    expect(await stored()).toMatchObject({ data: { sales_addresses: [], digest_hour: 8, updated_at: null } });
    const quiet = { quiet_from: 0, quiet_until: 23 };
    const answer = await choose({ sales_addresses: [' a@b.example ', 'a@b.example', ''], digest_hour: 9, ...quiet });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).not.toContain('quiet');
    const again = await stored();
    expect(again).toEqual({ data: answer.json<{ data: object }>().data });
    expect(again).toMatchObject({ data: { sales_addresses: ['a@b.example'], digest_hour: 9 } });
    const audit = app.database.selectFrom('audit_events').selectAll().where('kind', '=', 'notification-settings');
    expect(await audit.execute()).toMatchObject([{ action: 'update', after: expect.stringContaining('a@b.example') }]);
  });

  test.each([
    ['a line break in an address', { sales_addresses: ['a@b.example\r\nBcc: c@d.example'] }, 'sales_addresses'],
    ['too many', { sales_addresses: [...Array(21).keys()].map((at) => `a${at}@b.example`) }, 'sales_addresses'],
    ['an hour that no day has', { digest_hour: 24 }, 'digest_hour'],
    ['half an hour', { digest_hour: 7.5 }, 'digest_hour'],
    ['a text as an hour', { digest_hour: '7' }, 'digest_hour'],
    ['maybe', { mail_digest: 'maybe' }, 'mail_digest'],
  ])('refuses %s', async (_what, more, field) => {
    const answer = await choose(more);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
  });

  test('takes one of two changes at the same moment, the first ever too, and tells the other what is there', async () => {
    for (let round = 0; round < 2; round++) {
      const { updated_at } = (await stored()).data;
      const both = await Promise.all([5, 6].map((digest_hour) => choose({ digest_hour, updated_at })));
      const [written, refused] = both.toSorted((one, other) => one.status - other.status);
      expect([written?.status, refused?.status]).toEqual([200, 409]);
      expect(refused?.json()).toMatchObject({ data: written?.json<{ data: object }>().data });
    }
  });
});

describe('The mail about a new request', () => {
  const recipients = async () => (await mails()).map(({ recipient }) => recipient);

  test('goes to every active owner and sales person from the first day on, and to nobody else', async () => {
    const sales = await hireStaff(app, 'কামাল', 'sales');
    for (const role of ['editor', 'viewer'] as const) await hireStaff(app, 'শিরিন', role);
    const former = await hireStaff(app, 'রফিক', 'sales');
    const invited = await hireStaff(app, 'জামাল', 'owner');
    await app.database.updateTable('users').set({ status: 0 }).where('id', '=', former.id).execute();
    await app.database.updateTable('users').set({ password_hash: '' }).where('id', '=', invited.id).execute();
    expect((await app.requestDemo(rahim)).status).toBe(201);
    const rows = (await mails()).filter(({ kind }) => kind === 'new_request');
    expect(rows.map(({ recipient }) => recipient)).toEqual([owner.email, sales.email]);
    expect(rows[0]?.text).toContain('Staff choose in their profile');
  });

  test('follows what each of the staff chose in the profile', async () => {
    const sales = await hireStaff(app, 'কামাল', 'sales');
    const viewer = await hireStaff(app, 'রফিক', 'viewer');
    const editor = await hireStaff(app, 'শিরিন', 'editor');
    await notify(owner, 'never');
    await notify(sales, 'daily');
    await notify(viewer, 'at_once');
    await announceLead(app);
    expect(await recipients()).toEqual([viewer.email]);
    // Whoever may not read leads gets none of them by mail.
    const body = { name: 'শিরিন', email: editor.email, notify: 'at_once' };
    const answer = await sendAs(app, await sessionOf(app, editor), 'PUT', calls.account, body);
    expect(answer.json()).toMatchObject({ data: { notify: 'never' } });
    await announceLead(app);
    expect(await recipients()).toEqual([viewer.email, viewer.email]);
    await app.database.updateTable('users').set({ role: 'editor' }).where('id', '=', viewer.id).execute();
    await announceLead(app);
    expect(await recipients()).toHaveLength(2);
    expect(await digest(at('21T08:00'))).toBe(1);
    expect((await recipients()).at(-1)).toBe(sales.email);
  });

  test('is written in the language of each of its readers, and so is the digest', async () => {
    const clerk = await hireStaff(app, 'শিরিন আক্তার', 'sales');
    await app.database.updateTable('users').set({ language: 'bn' }).where('id', '=', clerk.id).execute();
    await announceLead(app, { created_at: at('26T02:00').toISOString() });
    const textOf = async (kind: string, { email }: Staff) => {
      const mail = (await mails()).find((each) => each.kind === kind && each.recipient === email);
      // Addresses are the same in both.
      return `${mail?.subject}\n${mail?.text}`.replace(/(?:https?|tel):\S+|\S+@\S+/g, '');
    };
    expect(await textOf('new_request', owner)).toMatch(/Staff choose in their profile/);
    expect(await textOf('new_request', clerk)).toMatch(/নিজের প্রোফাইলে/);
    expect(await textOf('new_request', clerk)).not.toMatch(/[a-z]{3}/i);
    await digest(at('26T08:10'));
    expect(await textOf('digest', owner)).toMatch(/New since/);
    expect(await textOf('digest', clerk)).not.toMatch(/[a-z]{3}/i);
  });

  test('goes to addresses outside the staff too, each once; the visitor is only whom an answer reaches', async () => {
    await notify(owner, 'never');
    const sales = await hireStaff(app, 'কামাল', 'sales');
    await choose({ sales_addresses: [...choice.sales_addresses.slice(0, 1), sales.email] });
    const values = { name: '<b>রহিম</b>', institute_name: 'শাপলা\nBcc: x', email: 'rahim@shapla.example' };
    const id = await announceLead(app, values, at('20T12:00'));
    const rows = await mails();
    expect(rows.map((row) => row.recipient)).toEqual([sales.email, 'sales@prangon.example']);
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

  test('goes to nobody for spam, and to nobody outside when that is switched off', async () => {
    await choose();
    await announceLead(app, { spam: 1 });
    expect(await mails()).toEqual([]);
    await choose({ mail_requests: false });
    await announceLead(app);
    expect(await recipients()).toEqual([owner.email]);
  });

  test('does not fill mail boxes in a flood: at most 60 requests an hour are mailed, all are in the bell', async () => {
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
      recipient: owner.email,
      kind: 'digest',
      subject: 'Demo requests for today: overdue: 1, due today: 1, new since yesterday: 1',
    });
    const order = ['Overdue: 1', 'Overdue school', 'Due today: 1', 'School of today', 'New since', 'New school'];
    expect(mail?.text).toMatch(new RegExp(order.join('[^]*')));
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

  test('comes at its hour in Dhaka, not when the morning is long over, nobody wants it or nothing is due', async () => {
    expect(await digest(at('21T07:59'))).toBe(0);
    expect(await digest(at('21T12:00'))).toBe(0);
    await notify(owner, 'never');
    await choose({ mail_digest: false });
    expect(await digest(at('21T08:00'))).toBe(0);
    expect(await mails()).toEqual([]);
    await notify(owner, 'daily');
    expect(await digest(at('21T11:59'))).toBe(1);
    await app.database.deleteFrom('demo_requests').execute();
    expect(await digest(at('22T08:00'))).toBe(0);
  });
});
