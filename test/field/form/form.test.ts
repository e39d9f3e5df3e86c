import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { nearProvider } from '../../../src/leads/requests/near-provider.ts';
import type { DemoRequestErrors } from '../../../src/leads/requests/schema.ts';
import { openTestApp, type TestApp } from '../../helpers/app.ts';
import { visitor } from '../../helpers/content.ts';
import { callOf } from '../../helpers/leads.ts';
import { type Office, openOffice } from '../../helpers/office.ts';
import { Receiver } from '../../helpers/receiver.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});
beforeEach(() => app.empty('demo_requests', 'rate_limits'));

let networks = 0;
const send = (body: object) => app.requestDemo({ ...visitor(1), ...body }, {}, `127.0.8.${1 + (networks++ % 250)}`);
const stored = () =>
  app.database.selectFrom('demo_requests').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
const notes = async () =>
  (await app.database.selectFrom('demo_request_events').select('details').where('event', '=', 'noted').execute()).map(
    ({ details }) => JSON.parse(details ?? '{}').note,
  );
const refusedIn = (answer: { json: <T>() => T }) =>
  Object.keys(answer.json<{ errors?: DemoRequestErrors }>().errors ?? {});

describe('Numbers as people write them', () => {
  test.each<[string, string, string, string[]?]>([
    ['one', '০১৭১২-৩৪৫৬৭৮', '+8801712345678'],
    ['with joiners within', '017\u200d12\u200c345\u200b678', '+8801712345678'],
    ['with marks of direction', '\u202a+880 1712-345678\u202c', '+8801712345678'],
    ['a comma', '01712345678, 01812345678', '+8801712345678', ['01712345678, 01812345678']],
    ['a slash, Bengali', '০১৭১২৩৪৫৬৭৮/০১৮১২৩৪৫৬৭৮', '+8801712345678', ['০১৭১২৩৪৫৬৭৮/০১৮১২৩৪৫৬৭৮']],
    ['a semicolon', '01712345678; 01812345678', '+8801712345678', ['01712345678; 01812345678']],
    ['a blank', '01712-345678 01812-345678', '+8801712345678', ['01712-345678 01812-345678']],
    ['a word', '01712345678 অথবা 01812345678', '+8801712345678', ['01712345678 অথবা 01812345678']],
    ['a word, English', '01712345678 or 01812345678', '+8801712345678', ['01712345678 or 01812345678']],
    ['what for', '01712345678 (bKash), 01812345678', '+8801712345678', ['01712345678 (bKash), 01812345678']],
    ['three', '01712345678,01812345678,01912345678', '+8801712345678', ['01712345678,01812345678,01912345678']],
    ['the last digit of the second', '01712345678/9', '+8801712345678', ['01712345678/9']],
    ['a land line first', '02-9123456, 01712345678', '+88029123456', ['02-9123456, 01712345678']],
    ['an extension', '01712345678;ext=12', '+8801712345678'],
    ['a link', 'https://wa.me/8801712345678', '+8801712345678'],
  ])('%s', async (_what, number, expected, kept = []) => {
    await app.empty('demo_request_events');
    expect((await send({ number })).status).toBe(201);
    expect([(await stored()).number, await notes()]).toEqual([expected, kept]);
  });

  test.each(['999', '0171234567', '017123456789', '01712345678 9', '0171234567, 018', 'নেই', '///'])(
    '%s is none',
    async (number) => {
      const answer = await send({ number });
      expect([answer.status, refusedIn(answer)]).toEqual([422, ['number']]);
    },
  );

  test('two numbers that staff write into a field for one are refused, so that none is lost', async () => {
    const answer = await office.post(leadCalls.list, { name: 'ক', number: '01712345678; 01812345678' });
    expect([answer.status, refusedIn(answer)]).toEqual([422, ['number']]);
  });
});

describe('Addresses as people write them', () => {
  test.each([
    ['rahim৭১@gmail.com', 'rahim71@gmail.com'],
    ['mailto:rahim@gmail.com', 'rahim@gmail.com'],
    ['mailto:rahim@gmail.com?subject=demo', 'rahim@gmail.com'],
    ['rahim@gmail.com।', 'rahim@gmail.com'],
    ['rahim@gmail.com,', 'rahim@gmail.com'],
    ['rahim＠gmail.com', 'rahim@gmail.com'],
    ['info@xn--p5b0b8e.xn--54b7fta0cc', 'info@xn--p5b0b8e.xn--54b7fta0cc'],
    ['info@বিদ্যালয়.বাংলা', 'info@xn--65blkao5dlf1k.xn--54b7fta0cc'],
    ['info@bücher.example', 'info@xn--bcher-kva.example'],
    ['rahim@gmial.com', 'rahim@gmial.com'],
  ])('%s', async (email, expected) => {
    expect((await send({ email })).status).toBe(201);
    expect((await stored()).email).toBe(expected);
  });

  test.each([
    'রহিম@gmail.com',
    'a@b@c.com',
    'a@b.com/x',
    'a@%62.com',
    'a@127.0.0.1',
    'a@xn--',
    'rahim@gmail',
    'a b@c.com',
  ])('%s is none', async (email) => {
    const answer = await send({ email });
    expect([answer.status, refusedIn(answer)]).toEqual([422, ['email']]);
  });
});

test.each<[string, string | undefined]>([
  ['gmial.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.comm', 'gmail.com'],
  ['gmail.com.bd', 'gmail.com'],
  ['gmailcom', 'gmail.com'],
  ['GAMIL.com', 'gmail.com'],
  ['yaho.com', 'yahoo.com'],
  ['hotmial.com', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['icloud.con', 'icloud.com'],
  ['gmail.com', undefined],
  ['gmail.co', undefined],
  ['g', undefined],
  ['mail.com', undefined],
  ['ymail.com', undefined],
  ['yahoo.com.sg', undefined],
  ['hotmail.co.uk', undefined],
  ['school.edu.bd', undefined],
])('rahim@%s is asked about as %s', (domain, expected) => {
  expect(nearProvider(` rahim@${domain} `)).toBe(expected);
});

describe('Signs that nobody sees are no name', () => {
  const invisible = [
    '\u200b',
    ' \u200d\u2060 ',
    '\u3164',
    '\u2800',
    '\u00ad\ufeff',
    '\u{e0041}',
    '\ufe0f',
    '\u{1d159}',
  ];
  test.each(invisible.map((name) => [JSON.stringify(name), name]))('%s', async (_what, name) => {
    const asked = await send({ name, institute_name: name });
    expect([asked.status, refusedIn(asked)]).toEqual([422, ['name', 'institute_name']]);
    const question = await office.post(adminCalls.faq, { question: name, answer: `<p>${name}&nbsp;</p>` });
    expect([question.status, refusedIn(question)]).toEqual([422, ['question', 'answer']]);
  });

  test.each(['র‍্যাব', 'ক্‌ষ', '❤️', '👨‍👩‍👧', 'محمد'])('%s is one, as it stands', async (name) => {
    expect((await send({ name })).status).toBe(201);
    expect((await stored()).name).toBe(name.normalize('NFC'));
  });
});

describe('Advertising', () => {
  test.each([
    ['সহজ শর্তে লোন নিন', 'জামানত ছাড়া ঋণ'],
    ['রহিম', 'অনলাইন জুয়া খেলুন t.me/jua'],
    ['t.me/abc', 'ক্যাসিনো'],
    ['টেলিগ্রামে আসুন', 'ঘরে বসে আয় করুন'],
    ['১০ লক্ষ নম্বর', 'লোন পেতে bit.ly/x'],
    ['ফলোয়ার বিক্রি', '১ হাজার লাইক মাত্র ৫০'],
    ['Instant loans', 'https://loan.example'],
    ['1xbet bonus', 'babu88'],
    ['Купить ссылки', 'Москва'],
  ])('%s, %s is spam', async (name, institute_name) => {
    expect((await send({ name, institute_name })).status).toBe(201);
    expect((await stored()).spam).toBe(1);
  });

  test.each(['১০ লক্ষ নম্বর', 'লোন', 'Иван', 't.me/school'])(
    '%s alone is noted, and asked for a proof in the form',
    async (name) => {
      expect((await send({ name, proof: '' })).status).toBe(428);
      expect((await send({ name })).status).toBe(201);
      const reason = expect.stringMatching(/advertising|script|link/);
      expect(await stored()).toMatchObject({ spam: 0, spam_reasons: reason });
    },
  );

  test.each([
    'বাজিতপুর হাফেজ আ. রাজ্জাক পাইলট উচ্চ বিদ্যালয়',
    'লোনসিং উচ্চ বিদ্যালয়',
    'শিশু বিকাশ কিন্ডারগার্টেন',
    'পল্লী ঋণদান সমবায় সমিতি স্কুল',
    'ক্ষুদ্র ঋণ গবেষণা ইনস্টিটিউট',
    'লাইক উদ্দিন উচ্চ বিদ্যালয়',
    '১০ নং লক্ষীপুর সরকারি প্রাথমিক বিদ্যালয়',
    'জয়া মেমোরিয়াল স্কুল',
    'K.M. Latif Institution',
    'B.A.F. Shaheen College',
    'Tibet Memorial School',
    'مدرسة دار العلوم',
  ])('%s is an institute', async (institute_name) => {
    expect((await send({ institute_name })).status).toBe(201);
    expect(await stored()).toMatchObject({ spam: 0, spam_score: 0 });
  });
});

describe('Where a request came from', () => {
  const fbclid = 'IwAR2x_y-z';
  test.each<[what: string, body: object, source: string, click: object | null]>([
    ['a click at Facebook', { fbclid }, 'facebook', { kind: 'fbclid', value: fbclid }],
    ['a click at Google', { gclid: 'Cj0KCQiA' }, 'google', { kind: 'gclid', value: 'Cj0KCQiA' }],
    ['a click without a cookie', { wbraid: 'Cj0KCQiB' }, 'google', { kind: 'wbraid', value: 'Cj0KCQiB' }],
    ['a tag beside the click', { utm_source: 'boost', fbclid }, 'boost', { kind: 'fbclid', value: fbclid }],
    ['the app of Facebook', { referrer: 'android-app://com.facebook.katana/' }, 'facebook', null],
    ['the app of Google', { referrer: 'android-app://com.google.android.googlequicksearchbox/x' }, 'google', null],
    ['another app', { referrer: 'android-app://org.example.reader/' }, 'org.example.reader', null],
    ['the browser in Facebook', { referrer: 'https://lm.facebook.com/l.php?u=x' }, 'facebook', null],
    ['the browser in Instagram', { referrer: 'https://l.instagram.com/' }, 'instagram', null],
    ['a site', { referrer: 'https://www.school.example/links?who=rahim' }, 'www.school.example', null],
    ['nothing', {}, 'direct', null],
    ['what is no click', { fbclid: '<script>', gclid: ['a'] }, 'direct', null],
  ])('%s', async (_what, body, source, click_id) => {
    const { id } = (await send(body)).json<{ data: { id: number } }>().data;
    const lead = (await office.get(callOf(leadCalls.one, id))).json<{ data: object }>().data;
    expect(lead).toMatchObject({ source, click_id });
  });

  test('lead.created and lead.won say which click it was', async () => {
    const receiver = await new Receiver().listen();
    await office.made(adminCalls.webhooks, { url: receiver.url, events: ['lead.created', 'lead.won'], status: 1 });
    const { id } = (await send({ gclid: 'Cj0KCQiA', district: 'খুলনা' })).json<{ data: { id: number } }>().data;
    await office.put(callOf(leadCalls.one, id), { status: 'won' });
    const facts = ({ body }: { body: string }) => {
      const { type, data } = JSON.parse(body);
      return [type, data.source, data.click_id, data.district];
    };
    const told = ['google', { kind: 'gclid', value: 'Cj0KCQiA' }, 'খুলনা'];
    const expected = expect.arrayContaining([
      ['lead.created', ...told],
      ['lead.won', ...told],
    ]);
    await expect.poll(() => receiver.calls.map(facts), { timeout: 10_000 }).toEqual(expected);
    await receiver.close();
  });
});

describe('Fields beside the four', () => {
  interface Form {
    fields: { name: string; options: string[] }[];
  }
  const fields = async () => (await app.get(calls.form)).json<Form>().fields;
  const choose = (form_fields: string[]) => office.put(adminCalls.siteSettings, { name: 'ঘর', form_fields });

  test('are off by default, and stored where they are sent', async () => {
    expect(await fields()).toEqual([]);
    await send({ district: ' খুলনা ', students: '৪৫০', institute_kind: 'মাদ্রাসা' });
    expect(await stored()).toMatchObject({ district: 'খুলনা', students: '450', institute_kind: 'মাদ্রাসা' });
  });

  test('GET /api/form and the page say what an editor chose, at once', async () => {
    expect((await choose(['institute_kind', 'district'])).status).toBe(200);
    expect(await fields()).toMatchObject([
      { name: 'district', label: 'জেলা', kind: 'choice', required: false },
      { name: 'institute_kind', label: 'প্রতিষ্ঠানের ধরন', kind: 'choice', required: false },
    ]);
    expect((await fields())[0]?.options).toHaveLength(64);
    const html = (await app.get('/')).text;
    expect(html).toContain('<select id="demo-district" name="district">');
    expect(html).not.toContain('id="demo-students"');
    expect((await send({})).status).toBe(201);
    expect((await choose(['religion'])).status).toBe(422);
    await choose([]);
    expect((await app.get('/')).text).not.toContain('demo-district');
  });

  test('come back without JavaScript where something was refused', async () => {
    await choose(['district', 'students']);
    const more = { district: 'যশোর', students: '300', _token: app.csrf.token(), page: '/' };
    const answer = await app.send('/demo-request', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...visitor(1), number: '1', ...more }).toString(),
    });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const { text } = await app.get('/?demo=1', { cookie });
    expect(text).toContain('<option selected="">যশোর</option>');
    expect(text).toContain('value="300"');
    await choose([]);
  });
});

test('a token that may write leads brings more requests of one network than others', async () => {
  const makeToken = async (role: string) => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    return (await office.post(adminCalls.tokens, { name: role, role, expires_at })).json<{ token: string }>().token;
  };
  const sendAll = async (token: string, from: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const statuses: number[] = [];
    for (let index = 0; index < 7; index++) {
      const body = JSON.stringify({ ...visitor(200 + index), number: `0171200${1000 + index}` });
      statuses.push((await app.send(calls.demoRequest, { method: 'POST', headers, body, from })).status);
    }
    return statuses;
  };
  expect(await sendAll(await makeToken('sales'), '127.0.9.1')).toEqual(Array(7).fill(201));
  await app.empty('demo_requests', 'rate_limits');
  expect(await sendAll(await makeToken('viewer'), '127.0.9.2')).toEqual([...Array(5).fill(201), 429, 429]);
});
