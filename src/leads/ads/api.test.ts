import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { createRetryingWorker } from '#platform/jobs/retrying-worker.server.ts';
import { findUndecryptable } from '#platform/settings/encrypter.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { access } from '../../../test/helpers/demo-access.ts';
import { freePort } from '../../../test/helpers/free-port.ts';
import { callOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { Receiver } from '../../../test/helpers/receiver.ts';
import type { WholeLead } from '../lead/schema.ts';
import { fetchInbound } from './fetcher.server.ts';
import type { LeadAds } from './schema.ts';
import { leadAdsSecret } from './settings.server.ts';

const setUp = {
  status: true,
  page_id: '1234567890',
  page_token: 'EAAB-page-token',
  app_secret: 'secret of the app',
  verify_token: 'what we agreed on',
  fields: {},
};

let app: TestApp;
let office: Office;
let graph: Receiver;
let fetcher: ReturnType<typeof createRetryingWorker>;
let ids = 444_444_444_444_100;
beforeAll(async () => {
  graph = await new Receiver().listen();
  app = await openTestApp({ env: { GRAPH_URL: graph.url } });
  office = await openOffice(app);
  await office.put(adminCalls.demoAccess, access);
  // The test's own is quicker.
  await app.jobs.get('inbound_leads')?.close();
  const lookups = { estimateValue: async () => null, privacyVersion: async () => null };
  fetcher = createRetryingWorker(app, 'inbound_leads', fetchInbound(app, lookups), {
    pollInterval: 20,
    lease: 30_000,
    stop: 50,
    waits: [0.05, 0.05],
  });
  await fetcher.start();
  return app.close;
});
afterAll(async () => {
  await fetcher.close();
  await graph.close();
});
beforeEach(async () => {
  await app.empty('demo_requests', 'inbound_leads', 'mails', 'rate_limits');
  graph.calls.length = 0;
  expect((await office.put(adminCalls.inbound, setUp)).status).toBe(200);
});

const sign = (body: string, secret = setUp.app_secret) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const post = (body: string, signature = sign(body)) =>
  app.send(calls.inboundMeta, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    body,
  });
/** As the documentation has it, where ids are numbers; from the real Meta they are texts. */
const changeOf = (leadgen_id: string, page_id = setUp.page_id) => ({
  field: 'leadgen',
  value: { ad_id: 77, form_id: '88', leadgen_id, created_time: 1_440_120_384, page_id, adgroup_id: 99 },
});
const told = (...changes: object[]) =>
  JSON.stringify({ object: 'page', entry: [{ id: setUp.page_id, time: 1_438_292_065, changes }] });
const answer = (answers: Record<string, string>, more: object = {}) => ({
  json: {
    id: '1',
    created_time: '2026-11-29T08:49:14+0000',
    ...more,
    field_data: Object.entries(answers).map(([name, value]) => ({ name, values: [value] })),
  },
});
const rows = () => app.database.selectFrom('demo_requests').selectAll().orderBy('id').execute();
const state = async () => (await office.get(adminCalls.inbound)).json<{ data: LeadAds }>().data;
const waiting = async () => (await state()).waiting;
const lead = async (id: number) => (await office.get(callOf(leadCalls.one, id))).json<{ data: WholeLead }>().data;
/** The lead that comes of these answers, fetched. */
async function leadOf(answers: Record<string, string>, more: object = {}): Promise<WholeLead> {
  graph.plan = () => answer(answers, more);
  expect((await post(told(changeOf(String(++ids))))).status).toBe(200);
  await expect.poll(waiting).toBe(0);
  return lead((await rows()).at(-1)?.id ?? 0);
}
const notesOf = ({ history }: WholeLead) =>
  history.flatMap(({ event, details }) => (event === 'noted' ? [details.note] : []));

const rahim = { full_name: 'রহিম উদ্দিন', phone_number: '+8801712345678', email: 'rahim@school.example' };

describe('The address for Meta', () => {
  const verify = (query: Record<string, string>) => app.get(`${calls.inboundMeta}?${new URLSearchParams(query)}`);
  const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': setUp.verify_token, 'hub.challenge': '1158201444' };

  test('GET /api/inbound/meta answers the challenge to who knows the token', async () => {
    const { status, text, headers } = await verify(asked);
    expect([status, text, headers['content-type']]).toEqual([200, '1158201444', 'text/plain; charset=utf-8']);
  });

  test.each([
    ['another token', { ...asked, 'hub.verify_token': 'x' }, 403],
    ['no token', { 'hub.challenge': '1' }, 422],
    ['a challenge that is HTML', { ...asked, 'hub.challenge': '<script>' }, 422],
  ])('GET /api/inbound/meta refuses %s', async (_what, query, status) => {
    expect((await verify(query)).status).toBe(status);
  });

  test('POST takes what is signed over its bytes, of our page and of leads', async () => {
    graph.plan = () => answer(rahim);
    const text = told(changeOf('1'), changeOf('2', '999'), { field: 'feed', value: { page_id: setUp.page_id } });
    expect((await post(text)).json()).toEqual({ received: 1 });
    const spaced = text.replaceAll(',', ' , ');
    expect((await post(spaced)).status).toBe(200);
    expect((await post(spaced, sign(text))).status).toBe(403);
    await expect.poll(waiting).toBe(0);
  });

  test.each([
    ['without a signature', ''],
    ['signed with another secret', sign('{}', 'x')],
    ['signed with nothing', sign('{}', '')],
    ['signed by SHA-1', `sha1=${createHmac('sha1', setUp.app_secret).update('{}').digest('hex')}`],
  ])('POST refuses what is %s', async (_what, signature) => {
    expect((await post('{}', signature)).status).toBe(403);
  });

  test.each([
    ['no body', undefined, 403],
    ['a form', 'application/x-www-form-urlencoded', 415],
  ])('POST refuses %s', async (_what, type, status) => {
    const headers = { 'x-hub-signature-256': sign('a=1'), ...(type && { 'content-type': type }) };
    const call = { method: 'POST', headers, ...(type && { body: 'a=1' }) };
    expect((await app.send(calls.inboundMeta, call)).status).toBe(status);
  });

  test.each(['{', '{}', '[]', 'null', '{"entry":[{"changes":[{"field":"leadgen","value":{"leadgen_id":"../me"}}]}]}'])(
    'POST makes nothing of %s, though it is signed',
    async (body) => {
      expect((await post(body)).json()).toEqual({ received: 0 });
    },
  );

  test('takes a thousand in one call, and ids that are too large for a number', async () => {
    await fetcher.close();
    const many = Array.from({ length: 1_000 }, (_, at) => changeOf(`9${at}`));
    expect((await post(told(...many))).json()).toEqual({ received: 1_000 });
    const large = told(changeOf('x')).replace('"x"', '98765432109876543').replace(`"${setUp.page_id}"`, setUp.page_id);
    expect((await post(large)).json()).toEqual({ received: 1 });
    const row = await app.database
      .selectFrom('inbound_leads')
      .select('leadgen_id')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(row?.leadgen_id).toBe('98765432109876543');
    await app.empty('inbound_leads');
    const lookups = { estimateValue: async () => null, privacyVersion: async () => null };
    fetcher = createRetryingWorker(app, 'inbound_leads', fetchInbound(app, lookups), {
      pollInterval: 20,
      lease: 30_000,
      stop: 50,
      waits: [0.05, 0.05],
    });
    await fetcher.start();
  });

  test('is closed while Lead Ads are off', async () => {
    await office.put(adminCalls.inbound, { ...setUp, status: false });
    expect((await verify(asked)).status).toBe(403);
    expect((await post(told(changeOf('1')))).status).toBe(403);
  });
});

describe('A lead of Meta', () => {
  test('is fetched with the token and its proof, mailed and told of as a request, with campaign and advertisement', async () => {
    const more = { platform: 'ig', campaign_name: 'Admission 2027', ad_name: 'Video 1' };
    const found = await leadOf({ ...rahim, company_name: 'শাপলা উচ্চ বিদ্যালয়', city: 'খুলনা' }, more);
    expect(found).toMatchObject({
      name: 'রহিম উদ্দিন',
      institute_name: 'শাপলা উচ্চ বিদ্যালয়'.normalize('NFC'),
      number: '+8801712345678',
      email: 'rahim@school.example',
      district: 'খুলনা',
      source: 'instagram',
      utm_medium: 'lead_ad',
      utm_campaign: 'Admission 2027 - Video 1',
      click_id: { kind: 'leadgen_id', value: String(ids) },
      access_mail: 'queued',
      spam: false,
    });
    const [{ url } = { url: new URL('http://x') }] = graph.calls;
    expect(url.pathname).toBe(`/prangon/${ids}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      fields: 'field_data,platform,campaign_name,ad_name',
      access_token: setUp.page_token,
      appsecret_proof: createHmac('sha256', setUp.app_secret).update(setUp.page_token).digest('hex'),
    });
    const mails = await app.database.selectFrom('mails').select('kind').orderBy('kind').execute();
    expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(['demo_access', 'new_request']));
  });

  test.each<[what: string, answers: Record<string, string>, expected: object, notes?: string[]]>([
    [
      'first and last name',
      { first_name: 'Rahim', last_name: 'Uddin', phone_number: '01712345678' },
      { name: 'Rahim Uddin', institute_name: 'Rahim Uddin' },
    ],
    [
      'questions in Bengali',
      {
        আপনার_নাম: 'করিম',
        'আপনার_প্রতিষ্ঠানের_নাম_কি?': 'পদ্মা স্কুল',
        মোবাইল_নম্বর: '০১৭১২৩৪৫৬৭৮',
        জেলা: 'যশোর',
        শিক্ষার্থীর_সংখ্যা: '৪৫০',
        প্রতিষ্ঠানের_ধরন: 'মাদ্রাসা',
      },
      {
        name: 'করিম',
        institute_name: 'পদ্মা স্কুল',
        number: '+8801712345678',
        district: 'যশোর',
        students: '450',
        institute_kind: 'মাদ্রাসা',
      },
    ],
    [
      'questions in English',
      {
        'what_is_your_name?': 'Karim',
        "what_is_your_school's_name?": 'Padma School',
        whatsapp_number: '01712345678',
        'how_many_students?': '1,200',
        work_email: 'a@b.example',
      },
      {
        name: 'Karim',
        institute_name: 'Padma School',
        number: '+8801712345678',
        students: '1200',
        email: 'a@b.example',
      },
    ],
    [
      'what has no field, can’t be read, or comes twice',
      {
        ...rahim,
        'does_your_school_use_software?': 'No',
        student_count: '500 to 700',
        work_phone_number: '01812345678',
        job_title: 'Head teacher',
      },
      { name: 'রহিম উদ্দিন', institute_name: 'রহিম উদ্দিন', students: null, number: '+8801712345678' },
      [
        'does your school use software?: No\nstudent count: 500 to 700\nwork phone number: 01812345678\njob title: Head teacher',
      ],
    ],
    [
      'two numbers in one answer',
      { full_name: 'ক', phone_number: '01712345678 / 01812345678' },
      { number: '+8801712345678' },
      ['phone number: 01712345678 / 01812345678'],
    ],
    [
      'no contact at all',
      { full_name: '<test lead: dummy data for full_name>' },
      { number: '', email: '', access_mail: 'none', spam: false },
    ],
    [
      'no name',
      { email: 'only@school.example' },
      { name: 'only@school.example', institute_name: 'only@school.example', number: '' },
    ],
    [
      'a name of signs that nobody sees',
      { full_name: '\u200b', phone_number: '01712345678' },
      { name: '+8801712345678' },
    ],
    ['spam', { ...rahim, company_name: 'জুয়া খেলুন t.me/x' }, { spam: true, access_mail: 'held' }],
  ])('%s', async (_what, answers, expected, notes = []) => {
    const found = await leadOf(answers);
    expect(found).toMatchObject(JSON.parse(JSON.stringify(expected).normalize('NFC')));
    expect(notesOf(found)).toEqual(notes);
  });

  test('answers go where an owner says', async () => {
    const fields = { পদবি: 'name', full_name: 'note' };
    await office.put(adminCalls.inbound, { ...setUp, fields });
    const found = await leadOf({ full_name: 'রহিম', পদবি: 'প্রধান শিক্ষক', phone_number: '01712345678' });
    expect([found.name, notesOf(found)]).toEqual(['প্রধান শিক্ষক', ['full name: রহিম']]);
  });

  test('that Meta tells of twice is one, also after it was fetched, also at once', async () => {
    graph.plan = () => answer(rahim);
    const text = told(changeOf('7'), changeOf('7'));
    await Promise.all([post(text), post(text)]);
    await expect.poll(async () => (await rows()).length).toBe(1);
    await post(text);
    await app.empty('inbound_leads');
    await post(text);
    await expect.poll(waiting).toBe(0);
    expect(await rows()).toHaveLength(1);
  });

  test('of a token without rights to advertisements has no campaign', async () => {
    const refusal = { error: { message: '(#200) Requires ads_management', type: 'OAuthException', code: 200 } };
    graph.plan = ({ url }) =>
      url.searchParams.get('fields') === 'field_data' ? answer(rahim) : { status: 400, json: refusal };
    await post(told(changeOf('8')));
    await expect.poll(waiting).toBe(0);
    expect(await rows()).toMatchObject([{ name: 'রহিম উদ্দিন', utm_source: 'facebook', utm_campaign: null }]);
  });
});

describe('Where Meta does not answer', () => {
  const ended = { error: { message: 'Error validating access token: Session has expired', code: 190 } };

  test('it is asked again, and after the last attempt when the settings are saved', async () => {
    let isBroken = true;
    graph.plan = () => (isBroken ? { status: 400, json: ended } : answer(rahim));
    await post(told(changeOf('9')));
    const dead = () => app.database.selectFrom('inbound_leads').select(['state', 'attempts']).execute();
    await expect.poll(dead).toEqual([{ state: 'dead', attempts: 3 }]);
    expect(await state()).toMatchObject({ waiting: 1, last_error: ended.error.message });
    isBroken = false;
    await office.put(adminCalls.inbound, { ...setUp, page_token: 'a new one' });
    await expect.poll(waiting).toBe(0);
    expect(await rows()).toHaveLength(1);
    expect(await state()).toMatchObject({ last_error: null });
  });

  test.each([
    ['no JSON', { text: '<html>Please pay your bill</html>' }],
    ['JSON without answers', { json: { id: '1' } }],
    ['nothing, the line is cut', 'drop' as const],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1/' } }],
    ['too much', { text: 'x'.repeat(2 ** 20 + 1) }],
  ])('what it says instead, %s, makes no lead', async (_what, plan) => {
    graph.plan = () => plan;
    await post(told(changeOf('10')));
    await expect.poll(async () => (await state()).last_error).not.toBeNull();
    expect(await rows()).toEqual([]);
  });
});

describe('The settings', () => {
  test('GET /admin/inbound tells no secret, and an empty one keeps what is stored', async () => {
    const { page_token: _, app_secret: __, ...rest } = setUp;
    expect((await office.put(adminCalls.inbound, { ...rest, page_token: '', verify_token: null })).status).toBe(200);
    const text = JSON.stringify(await state());
    expect(text).toContain('"secrets":["page_token","app_secret","verify_token"]');
    for (const secret of [setUp.page_token, setUp.app_secret, setUp.verify_token]) expect(text).not.toContain(secret);
    const stored = await app.database.selectFrom('store_facts').select('value').execute();
    expect(JSON.stringify(stored)).not.toContain(setUp.page_token);
  });

  test('PUT /admin/inbound answers 422 for what is missing or unknown', async () => {
    await app.database.deleteFrom('store_facts').where('name', '=', 'lead_ads').execute();
    const statusOf = async (body: object) => {
      const { status, json } = await office.put(adminCalls.inbound, { ...setUp, ...body });
      return [status, Object.keys(json<{ errors?: object }>().errors ?? {})];
    };
    expect(await statusOf({ app_secret: '' })).toEqual([422, ['app_secret']]);
    expect(await statusOf({ page_id: 'my page' })).toEqual([422, ['page_id']]);
    expect(await statusOf({ fields: { x: 'role' } })).toEqual([422, ['fields']]);
  });

  test('with the secret of another server they are named, and nothing is taken', async () => {
    const other = { secret: 'another secret, of another server altogether' };
    expect(await findUndecryptable(app.database, other, [leadAdsSecret])).toEqual([leadAdsSecret.what]);
  });

  test('a host that is down is an attempt that failed', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const lost = await openTestApp({ env: { GRAPH_URL: url } });
    const lostOffice = await openOffice(lost);
    await lostOffice.put(adminCalls.inbound, setUp);
    const body = told(changeOf('11'));
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(body) };
    expect((await lost.send(calls.inboundMeta, { method: 'POST', headers, body })).status).toBe(200);
    const error = async () => (await lostOffice.get(adminCalls.inbound)).json<{ data: LeadAds }>().data.last_error;
    await expect.poll(error, { timeout: 5_000 }).toContain('Nothing listens there');
    await lost.close();
  });
});

test('a request by the form and a lead of Meta with the same number and address are one within ten minutes', async () => {
  await app.requestDemo({ ...visitor(1), number: '01712345678', email: 'rahim@school.example' });
  graph.plan = () => answer(rahim);
  await post(told(changeOf('12')));
  await expect.poll(waiting).toBe(0);
  expect(await rows()).toHaveLength(1);
});
