import { beforeAll, describe, expect, test } from 'vitest';
import { queueMail } from '#mail/queue.server.ts';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { publishNews } from '../../../test/helpers/content.ts';
import { access } from '../../../test/helpers/demo-access.ts';
import { MailServer } from '../../../test/helpers/mail-server.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';
import { addSampleWithoutPictures } from '../../../test/helpers/sample.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import type { Onboarding, SampleRemoved } from './schema.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const titles = async (path: string = adminCalls.news) => {
  const { data } = (await office.get(path)).json<{ data: { title: string }[] }>();
  return data.map(({ title }) => title).sort();
};
const firstDay = async (of: Office) => (await of.get(calls.firstDay)).json<Onboarding>();
const read = () => firstDay(office);
const done = async () => Object.fromEntries((await read()).steps.map(({ step, done }) => [step, done]));
const sampleIn = ({ places }: Onboarding) => Object.fromEntries(places.map(({ section, sample }) => [section, sample]));
const removeFrom = async (of: Office, body: object = {}) =>
  (await of.post(calls.removeSample, body)).json<SampleRemoved>().data;

const own = { date: '2026-11-01', short_title: 'ক', title: 'Own', description: 'ক', content: '<p>ক</p>', status: 1 };

test('the sample goes to the trash in one step and comes back in one, but for what somebody changed', async () => {
  // As the sample does it: past the calls, and so without a line in the audit.
  const came = { name: 'sample_content', value: new Date().toISOString() };
  await app.database.insertInto('store_facts').values(came).execute();
  await publishNews(app, { title: 'Untouched' });
  const changed = await publishNews(app, { title: 'Sample' });
  await office.put(`${adminCalls.news}/${changed}`, { ...own, title: 'Changed' });
  await office.made(adminCalls.news, { ...own, image: await dataUrl(20, 20) });
  expect((await read()).sample_left).toBe(1);

  const kept = [{ table: 'news', id: changed, name: 'Changed' }];
  expect(await removeFrom(office)).toMatchObject({ removed: 1, kept });
  expect(await titles()).toEqual(['Changed', 'Own']);
  expect(await titles(`${adminCalls.news}?trash=1`)).toEqual(['Untouched']);
  expect(await done()).toMatchObject({ sample: true });
  expect((await app.get('/news')).text).not.toContain('Untouched');

  const wrong = await office.post(calls.restoreSample, { removed_at: 'yesterday' });
  expect(wrong).toMatchObject({ status: 422 });
  expect(wrong.text).toContain('or leave it out');
  // Without the moment it is the last removal that took something away.
  await removeFrom(office);
  expect((await office.post(calls.restoreSample, {})).json()).toMatchObject({ data: { restored: 1 } });
  expect(await titles()).toEqual(['Changed', 'Own', 'Untouched']);
  expect((await read()).sample_left).toBe(1);
});

test('a lead that came by itself is no sample', async () => {
  await office.post(leadCalls.list, { name: 'Rahim', institute_name: 'Shapla', number: '01712345678' });
  expect(await removeFrom(office)).toMatchObject({ removed: 1 });
  expect((await office.get(leadCalls.list)).json()).toMatchObject({ total: 1 });
});

test('the first steps know what is done, and are put away by whoever does not want to see them', async () => {
  // Somebody who was invited, and so chose the password.
  expect(await done()).toMatchObject({ password: true, mail: false, brand: false, invite: true });
  await office.put(adminCalls.siteSettings, { name: 'ঘর' });
  expect(await done()).toMatchObject({ brand: true });
  expect((await office.put(calls.firstDay, { put_away: true })).json()).toMatchObject({ put_away: true });
  expect((await read()).put_away).toBe(true);
});

test('an account at the made address has not done the first step: nobody reads a mail to it', async () => {
  const staff = await hireStaff(app);
  const token = await sessionOf(app, staff);
  const steps = async () => (await sendAs(app, token, 'GET', calls.firstDay)).json<Onboarding>().steps;
  expect(await steps()).toContainEqual({ step: 'password', done: true });
  const made = { email: 'somebody@example.com' };
  await app.database.updateTable('users').set(made).where('id', '=', staff.id).execute();
  expect(await steps()).toContainEqual({ step: 'password', done: false });
});

describe('the shipped sample', () => {
  let app: TestApp;
  let office: Office;
  beforeAll(async () => {
    app = await openTestApp();
    await addSampleWithoutPictures(app);
    office = await openOffice(app);
    return app.close;
  });

  const read = () => firstDay(office);
  const settings = async () =>
    (await office.get(adminCalls.siteSettings)).json<{ data: Record<string, string> }>().data;
  const found = async (query: string) => {
    const answer = await app.get(`${calls.search}?q=${encodeURIComponent(query)}`);
    return answer.json<{ results: { url: string }[] }>().results.map(({ url }) => url);
  };
  const every = ['phone', 'whatsapp', 'email', 'address'];
  // About, packages and written pages are one entry of the search each; a news is one of many.
  const queries = ['পরিচিতি', 'মহীরুহ', 'গোপনীয়তা', 'ভর্তি'];

  test('is removed with its contact facts, not found any more, restored and found again', async () => {
    const before = { found: await Promise.all(queries.map(found)), settings: await settings() };
    expect(before.found.every((hits) => hits.length > 0)).toBe(true);
    const { sample_left, contacts_missing } = await read();
    expect(sample_left).toBeGreaterThan(150);
    expect(contacts_missing).toEqual(every);

    const { removed_at, ...removed } = await removeFrom(office);
    expect(removed).toMatchObject({ removed: sample_left, kept: [] });
    expect(await read()).toMatchObject({ sample_left: 0, contacts_missing: every });
    expect(await settings()).toMatchObject(Object.fromEntries(every.map((contact) => [contact, ''])));
    const left = (await Promise.all(queries.map(found))).flat();
    expect(left.filter((url) => /\d/.test(url))).toEqual([]);

    const restored = await office.post(calls.restoreSample, { removed_at });
    expect(restored.json()).toMatchObject({ data: { restored: sample_left } });
    expect((await read()).sample_left).toBe(sample_left);
    expect({ ...(await settings()), updated_at: '' }).toEqual({ ...before.settings, updated_at: '' });
    expect(await Promise.all(queries.map(found))).toEqual(before.found);
  });

  test('stands in places, in the order in which visitors of the home page meet them', async () => {
    const { removed_at } = await removeFrom(office);
    const found = (await app.get('/')).text.matchAll(/<section id="(\w+)" class="empty-section"/g);
    const empty = [...found].map(([, section]) => section);
    expect(empty).toHaveLength(9);
    const { places } = await read();
    expect(places.map(({ section }) => section)).toEqual([...empty, 'faq', 'pages', 'vendor', 'demo_requests']);
    expect(places.filter((place) => place.empty)).toHaveLength(11);
    await office.post(calls.restoreSample, { removed_at });
  });

  test('is removed and restored section by section, the contact facts too', async () => {
    const before = await read();
    const sections = sampleIn(before);
    expect(Object.values(sections).reduce((sum, count) => sum + count)).toBe(before.sample_left);
    const restore = ({ removed_at }: SampleRemoved['data']) => office.post(calls.restoreSample, { removed_at });

    for (const wrong of [['faq', 'users'], ['feature_categories'], 'faq', [1]]) {
      expect(await office.post(calls.removeSample, { sections: wrong })).toMatchObject({ status: 422 });
    }
    expect(await read()).toMatchObject({ places: before.places });

    const { faq, features, ...others } = sections;
    const first = await removeFrom(office, { sections: ['faq', 'features'] });
    // The categories go with the features that use them.
    expect(first).toMatchObject({ removed: Number(faq) + Number(features), kept: [] });
    expect(await read()).toMatchObject({ steps: before.steps });
    expect(sampleIn(await read())).toEqual({ faq: 0, features: 0, ...others });
    expect((await settings()).youtube).not.toBe('');

    const last = await removeFrom(office, { sections: Object.keys(others) });
    expect(await read()).toMatchObject({ sample_left: 0 });
    expect((await settings()).youtube).toBe('');
    await restore(first);
    expect((await settings()).youtube).toBe('');
    await restore(last);
    expect((await settings()).youtube).not.toBe('');
    expect(await read()).toEqual(before);
  });

  test('is done once nothing of it is left and something own stands in its place; what was changed counts as own', async () => {
    const place = async (wanted: string) => (await read()).places.find(({ section }) => section === wanted);
    const step = async () => (await read()).steps.find(({ step }) => step === 'sample')?.done;
    const before = await place('faq');
    const list = (await office.get(adminCalls.faq)).json<{ data: { id: number; answer: string }[] }>();
    const { id, answer } = list.data[0] ?? { id: 0, answer: '' };
    await office.put(`${adminCalls.faq}/${id}`, { question: 'নিজের?', answer, status: 1 });
    expect(await place('faq')).toEqual({ ...before, sample: Number(before?.sample) - 1, own: 1 });
    expect(await step()).toBe(false);
    const { removed_at } = await removeFrom(office);
    expect(await place('faq')).toEqual({ section: 'faq', sample: 0, own: 1, empty: false });
    expect(await place('news')).toEqual({ section: 'news', sample: 0, own: 0, empty: true });
    expect(await step()).toBe(true);
    // Hidden, it is still the own, but visitors find nothing.
    await office.put(`${adminCalls.faq}/${id}`, { question: 'নিজের?', answer, status: 0 });
    expect(await place('faq')).toMatchObject({ own: 1, empty: true });
    await office.delete(`${adminCalls.faq}/${id}`);
    expect(await place('faq')).toMatchObject({ own: 0, empty: true });
    expect(await read()).toMatchObject({ sample_left: 0 });
    expect(await step()).toBe(false);
    await office.post(calls.restoreSample, { removed_at });
  });

  test('leaves what somebody filled in, and the step names what is still missing', async () => {
    const { name } = await settings();
    const own = { phone: '+8801712345678', email: 'office@school.example' };
    await office.put(adminCalls.siteSettings, { name, ...own });
    await removeFrom(office);
    expect(await settings()).toMatchObject({ ...own, whatsapp: '', youtube: '' });
    expect(await read()).toMatchObject({ contacts_missing: ['whatsapp', 'address'] });
    const rest = { whatsapp: own.phone, address: 'ঢাকা' };
    await office.put(adminCalls.siteSettings, { name, ...rest });
    expect((await read()).steps).toContainEqual({ step: 'contact', done: true });
  });
});

test('mail, demo access, a request and whom to mail are done once the server knows of them', async () => {
  const server = await MailServer.open();
  const app = await openTestApp({ env: { SMTP_URL: server.url, MAIL_FROM: 'site@prangon.example' } });
  try {
    const office = await openOffice(app);
    const read = () => firstDay(office);
    const open = async () => (await read()).steps.filter(({ done }) => !done).map(({ step }) => step);
    const ownSteps = ['mail', 'demo_access', 'request'];
    expect(await open()).toEqual(expect.arrayContaining(ownSteps));
    expect((await read()).mail_server).toBe(true);
    // The digest of the sample goes there, minutes after the first start.
    const nobody = { to: 'admin@example.com', subject: 'Digest', kind: 'digest', text: '', html: '' };
    await app.database.transaction().execute((transaction) => queueMail(transaction, nobody));
    const states = () => app.database.selectFrom('mails').select('state').execute();
    await expect.poll(states).toEqual([{ state: 'sent' }]);
    expect(await open()).toContain('mail');

    const sent = await office.post(calls.testMail, {});
    expect(sent.json()).toMatchObject({ data: { to: expect.stringContaining('@') } });
    await expect.poll(open).not.toContain('mail');
    expect(server.mails).toHaveLength(2);
    await office.put(adminCalls.demoAccess, access);
    expect(await open()).not.toContain('demo_access');
    const visitor = { name: 'রহিম', institute_name: 'শাপলা', number: '01712345678', email: 'rahim@school.example' };
    expect((await app.requestDemo(visitor)).status).toBe(201);
    expect(await open()).not.toContain('request');
    const arrived = { institute_name: 'শাপলা', mail: 'sent' };
    await expect.poll(async () => (await read()).latest_request).toMatchObject(arrived);
    await office.delete(leadCalls.one.replace(':id', String((await read()).latest_request?.id)));
    expect((await read()).latest_request).toBe(null);
    expect(await open()).not.toContain('request');
    expect((await read()).notified).toContain(office.email);
    expect(await open()).not.toContain('notify');
    const { data: me } = (await office.get(calls.account)).json<{ data: object }>();
    await office.put(calls.account, { ...me, notify: 'never' });
    expect(await open()).toContain('notify');
  } finally {
    await app.close();
    await server.close();
  }
});
