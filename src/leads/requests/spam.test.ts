import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminCalls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { access } from '../../../test/helpers/demo-access.ts';
import { callOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import type { Answer } from '../../../test/helpers/requests.ts';
import { solve } from './proof-of-work.ts';
import { demoRequestTexts } from './schema.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  expect((await office.put(adminCalls.demoAccess, access)).status).toBe(200);
  return app.close;
});
beforeEach(async () => {
  await app.empty('demo_requests', 'mails', 'rate_limits');
});

let networks = 0;
const send = (body: object, from = `127.0.7.${1 + (networks++ % 250)}`) => app.requestDemo(body, {}, from);
/** Without JavaScript. */
const submit = (fields: Record<string, string>, from: string) =>
  app.send('/demo-request', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, _token: app.csrf.token(), page: '/' }).toString(),
    from,
  });
const rows = () => app.database.selectFrom('demo_requests').selectAll().orderBy('id').execute();
const mails = async () =>
  (await app.database.selectFrom('mails').select('id').where('kind', '=', 'demo_access').execute()).length;
const events = async () =>
  (await app.database.selectFrom('demo_request_events').select('event').orderBy('id').execute()).map(
    ({ event }) => event,
  );
const challengeOf = (answer: Answer) => answer.json<{ challenge: string }>().challenge;

const suspicious = { ...visitor(1), name: 'রহিম www.shapla.example' };
const advertisement = {
  ...visitor(2),
  name: 'Best SEO services',
  institute_name: 'https://a.example https://b.example',
};

describe('Spam', () => {
  test.each([
    ['a hidden field that is filled in', { ...visitor(3), about_you: 'x' }],
    ['an advertisement', advertisement],
    ['a link that was filled in at once', { ...suspicious, spent: 900 }],
    ['markup of links', { ...visitor(4), institute_name: '<a href="https://a.example">x</a>' }],
  ])('%s: the same answer, kept with its mark, no mail', async (_what, body) => {
    const answer = await send(body);
    const [row] = await rows();
    const told = { message: demoRequestTexts.sent, data: { id: row?.id, mailed: false } };
    expect([answer.status, answer.json()]).toEqual([201, told]);
    expect(row).toMatchObject({ spam: 1, access_mail: 'held' });
    expect(row?.spam_reasons).not.toBe('');
    expect(await mails()).toBe(0);
    expect(await events()).toEqual(['received', 'marked_spam', 'mail_held']);
  });

  test('is the same in a form without JavaScript', async () => {
    expect((await submit({ ...visitor(3), about_you: 'x' }, '127.0.7.251')).status).toBe(303);
    expect(await rows()).toMatchObject([{ spam: 1, access_mail: 'held' }]);
  });

  test('that was none gets its mail, once', async () => {
    await send(advertisement);
    const id = (await rows())[0]?.id ?? 0;
    const mark = () => office.post(callOf(leadCalls.notSpam, id), {});
    await mark();
    expect(await rows()).toMatchObject([{ spam: 0, access_mail: 'queued' }]);
    await mark();
    expect(await mails()).toBe(1);
  });

  test('one phone with ever other addresses: kept, and from the 16th a day on no mail', async () => {
    for (let index = 100; index < 116; index++) {
      expect((await send({ ...visitor(index), number: '01712345678' })).status).toBe(201);
    }
    expect((await rows()).map(({ spam }) => spam)).toEqual([...Array(15).fill(0), 1]);
    expect(await mails()).toBe(15);
  });
});

describe('Nobody else is taken for spam', () => {
  test.each([
    ['a plain API client', visitor(1)],
    ['Latin names', { ...visitor(2), name: 'Md. Abdur Rahim', institute_name: 'St. Gregory’s High School & College' }],
    ['an institute with its address', { ...visitor(3), institute_name: 'শাপলা স্কুল, www.shapla.edu.bd' }],
    ['digits and signs', { ...visitor(4), name: 'রহিম (০১)', institute_name: '১২ নং সরকারি প্রাথমিক বিদ্যালয়, ঢাকা-১২১৫' }],
    ['a quick one', { ...visitor(5), spent: 900 }],
    ['a link that was filled in in its time', { ...suspicious, spent: 20_000 }],
    ['odd values beside', { ...visitor(6), spent: 'x', about_you: '', proof: 7 }],
  ])('%s', async (_what, body) => {
    expect((await send(body)).status).toBe(201);
    expect(await rows()).toMatchObject([{ spam: 0, access_mail: 'queued' }]);
    expect(await mails()).toBe(1);
  });
});

describe('A page that can solve challenges', () => {
  test('is asked for a proof where it looks like spam; nothing is kept until then, and nobody else is asked', async () => {
    const asked = await send({ ...suspicious, proof: '' });
    expect(asked.status).toBe(428);
    expect(await rows()).toEqual([]);
    const proof = await solve(challengeOf(asked));
    expect((await send({ ...suspicious, proof })).status).toBe(201);
    expect(await rows()).toMatchObject([{ spam: 0 }]);
    expect(await mails()).toBe(1);
    expect((await send({ ...visitor(9), proof: '', spent: 20_000, about_you: '' })).status).toBe(201);
  });

  test('is asked again for what proves nothing', async () => {
    const proof = await solve(challengeOf(await send({ ...suspicious, proof: '' })));
    const [expires, bits, signature] = proof.split('.');
    const later = `${Number(expires) + 600}.${bits}.${signature}`;
    const forged = [`${proof}x`, `${expires}.1.${signature}.1`, `${later}.1`, proof.replace(/\.\w+$/, '.zzzz')];
    for (const wrong of ['x', ...forged]) expect((await send({ ...suspicious, proof: wrong })).status, wrong).toBe(428);
    // The proof is for one sender, and for ten minutes.
    expect((await send({ ...suspicious, email: 'other@shapla.example', proof })).status).toBe(428);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect((await send({ ...suspicious, proof })).status).toBe(428);
    vi.useRealTimers();
    expect(await rows()).toEqual([]);
  });

  test('proves nothing about an advertisement', async () => {
    await send({ ...advertisement, proof: '' });
    expect(await rows()).toMatchObject([{ spam: 1 }]);
  });
});

describe('A shared network', () => {
  const from = '127.0.8.1';
  const fill = async () => {
    for (let index = 200; index < 205; index++) expect((await send(visitor(index), from)).status).toBe(201);
  };

  test('lets a page in that proves to be one, and refuses others after five', async () => {
    await fill();
    expect((await send(visitor(205), from)).status).toBe(429);
    const asked = await send({ ...visitor(205), proof: '' }, from);
    expect(asked.status).toBe(428);
    expect((await send({ ...visitor(205), proof: await solve(challengeOf(asked)) }, from)).status).toBe(201);
    expect(await rows()).toHaveLength(6);
  });

  test('lets eight forms without JavaScript in within ten minutes, and mails five of them', async () => {
    // Early in a window, so that none ends meanwhile.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (Date.now() % 600_000) + 60_000 });
    for (let index = 205; index < 214; index++) await submit(visitor(index), from);
    vi.useRealTimers();
    expect((await rows()).map(({ access_mail }) => access_mail)).toEqual([
      ...Array(5).fill('queued'),
      ...Array(3).fill('held'),
    ]);
    expect(await mails()).toBe(5);
  });
});
