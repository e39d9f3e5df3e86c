import { beforeAll, expect, test } from 'vitest';
import { queueMail } from '#mail/queue.server.ts';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import type { Written } from '#ui/admin/calls/api.ts';
import { openTestApp, type TestApp } from '../test/helpers/app.ts';
import { rahim } from '../test/helpers/content.ts';
import { askForDemo, callOf } from '../test/helpers/leads.ts';
import { type Office, openOffice } from '../test/helpers/office.ts';
import type { Answer } from '../test/helpers/requests.ts';
import { hireStaff, newNetwork, rightPassword, tryLogin } from '../test/helpers/staff.ts';
import type { ImportResult } from './leads/lead/schema.ts';

let app: TestApp;
let office: Office;
let staffAddress: string;
let lead: number;
let mail: number;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  staffAddress = (await hireStaff(app)).email;
  lead = await askForDemo(app);
  mail = await queueMail(app.database, { to: staffAddress, subject: 'x', text: 'x', html: 'x', kind: 'test' });
  return app.close;
});

const publicly = (path: string, body: object) => app.postJson(path, body, { 'x-csrf-token': app.token }, newNetwork());

/** Everywhere an e-mail address is taken: how one is sent there, and under which field it is refused. */
const places: Record<string, [field: string, send: (address: string) => Promise<Answer>]> = {
  'the demo form': ['email', (email) => app.requestDemo({ ...rahim, email }, {}, newNetwork())],
  'the sign-in': ['email', (email) => tryLogin(app, { email, password: rightPassword })],
  "'Forgot password?'": ['email', (email) => publicly(calls.forgotPassword, { email })],
  'a new password': ['email', (email) => publicly(calls.resetPassword, { email, token: 'x', password: rightPassword })],
  'the profile': ['email', (email) => office.put(calls.account, { name: 'নাসরিন', email })],
  'a new lead': ['email', (email) => office.post(leadCalls.list, { name: 'মিনা', email })],
  'an edit of a lead': ['email', (email) => office.put(callOf(leadCalls.one, lead), { email })],
  'the site settings': ['email', (email) => office.put(adminCalls.siteSettings, { name: 'প্রাঙ্গণ', email })],
  'the outbox': ['recipient', (recipient) => office.post(callOf(adminCalls.sendMail, mail), { recipient })],
  'the addresses of sales': [
    'sales_addresses',
    async (address) => {
      const { data } = (await office.get(calls.notificationSettings)).json<{ data: object }>();
      return office.put(calls.notificationSettings, { ...data, sales_addresses: [address] });
    },
  ],
};

test.each(Object.entries(places))('%s takes no address with a character that nobody sees', async (_where, place) => {
  const [field, send] = place;
  for (const unseen of ['\u0000', '\u0007', '\u007f', '\u0085', '\u202e', '\ufeff']) {
    for (const address of [staffAddress.replace('@', `${unseen}@`), staffAddress.replace('.', `${unseen}.`)]) {
      const { status, text } = await send(address);
      expect(status, JSON.stringify(address)).toBe(422);
      expect(text).toContain(`"${field}":[`);
    }
  }
});

test('a line of an imported file with such an address is told, not mended', async () => {
  const csv = `Name,Email\nমিনা,mi\u0000na@karnaphuli.example\n`;
  const answer = (await office.post(leadCalls.import, { csv, dry_run: true })).json<Written<ImportResult>>();
  expect(answer.data.rows[0]).toMatchObject({ result: 'invalid', errors: { email: [expect.any(String)] } });
});

test('what copying leaves around an address is forgiven', async () => {
  const { status, text } = await app.requestDemo({ ...rahim, email: '\u2068 rahim@padma.example\u2069\n' });
  expect(status, text).toBe(201);
  const savedLeads = app.database.selectFrom('demo_requests').select('id').where('email', '=', 'rahim@padma.example');
  expect(await savedLeads.execute()).toHaveLength(1);
});
