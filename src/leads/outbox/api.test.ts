import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { type Mail, queueMail } from '#server/mail/outbox.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import type { MailDetails, MailRow } from './schema.ts';
import { outboxSweepJobs } from './sweep.server.ts';

/** Without a mail server: what is queued waits. */
let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp({ env: { MAIL_FROM: 'প্রাঙ্গণ <hello@prangon.example>' } });
  office = await openOffice(app);
  return app.close;
});
afterEach(async () => {
  await app.database.deleteFrom('mails').execute();
});

const path = adminCalls.mails;
let receivers = 0;

function queue(more: Partial<Mail> = {}): Promise<number> {
  const to = `receiver${++receivers}@school.example`;
  const words = { subject: 'ডেমোর লিংক', text: 'লিংক', html: '<p>লিংক</p>', kind: 'demo_access' };
  return queueMail(app.database, { to, ...words, ...more });
}

function set(id: number, columns: object): Promise<unknown> {
  return app.database.updateTable('mails').set(columns).where('id', '=', id).execute();
}

async function read(id: number): Promise<MailDetails> {
  return (await office.get(`${path}/${id}`)).json<{ data: MailDetails }>().data;
}

const send = (id: number, body: object = {}) => office.post(`${path}/${id}/send`, body);
const cancel = (id: number) => office.post(`${path}/${id}/cancel`, {});

async function auditOf(action: string) {
  const rows = await app.database
    .selectFrom('audit_events')
    .select(['record_id', 'before', 'after', 'user_id'])
    .where('kind', '=', 'mails')
    .where('action', '=', action)
    .orderBy('id')
    .execute();
  return rows.at(-1);
}

describe('GET /admin/mails', () => {
  test('newest first, in pages whose links keep the question', async () => {
    const ids: number[] = [];
    for (let mail = 0; mail < 12; mail++) ids.push(await queue());
    const answer = await office.get(`${path}?state=queued&per_page=5&page=2`);
    const page = answer.json<{ data: MailRow[]; total: number; next_page_url: string }>();
    expect(page.data.map(({ id }) => id)).toEqual([...ids].reverse().slice(5, 10));
    expect(page.total).toBe(12);
    expect(Object.fromEntries(new URL(page.next_page_url, app.url).searchParams)).toEqual({
      ...{ state: 'queued', per_page: '5', page: '3' },
    });
    expect(page.data[0]).not.toHaveProperty('text');
  });

  test('by state, by words of address and subject in either digits, by what it is about', async () => {
    const sent = await queue({ to: 'nasrin.akter@school.example', reference: { kind: 'demo_request', id: 7 } });
    await set(sent, { state: 'sent' });
    const other = await queue({ subject: 'Class ৯ routine' });
    expect(await office.ids(`${path}?state=sent`)).toEqual([sent]);
    expect(await office.ids(`${path}?state=queued`)).toEqual([other]);
    expect(await office.ids(`${path}?state=nonsense`)).toEqual([other, sent]);
    expect(await office.ids(`${path}?search=AKTER`)).toEqual([sent]);
    expect(await office.ids(`${path}?search=class%209`)).toEqual([other]);
    expect(await office.ids(`${path}?search=%25`)).toEqual([]);
    expect(await office.ids(`${path}?reference=demo_request:7`)).toEqual([sent]);
    expect(await office.ids(`${path}?reference=demo_request:8`)).toEqual([]);
    expect((await office.get(`${path}?search=${'x'.repeat(201)}`)).status).toBe(422);
  });
});

describe('GET /admin/mails/{id}', () => {
  test('is the mail as the receiver sees it, with every attempt', async () => {
    const id = await queue({ replyTo: 'sales@prangon.example', reference: { kind: 'demo_request', id: 3 } });
    const started = '2026-11-05T06:00:00.000Z';
    await app.database
      .insertInto('mail_attempts')
      .values([
        {
          mail_id: id,
          recipient: 'old@school.example',
          sender: 'a',
          started_at: started,
          ended_at: started,
          outcome: 'failed',
          answer: '451 later',
        },
        { mail_id: id, recipient: 'new@school.example', sender: 'b', started_at: started },
      ])
      .execute();
    expect(await read(id)).toMatchObject({
      from: 'প্রাঙ্গণ <hello@prangon.example>',
      reply_to: 'sales@prangon.example',
      reference: { kind: 'demo_request', id: 3 },
      text: 'লিংক',
      html: '<p>লিংক</p>',
      state: 'queued',
      history: [
        { recipient: 'old@school.example', outcome: 'failed', answer: '451 later' },
        { recipient: 'new@school.example', outcome: null },
      ],
      can: { send: true, correct: true, cancel: true },
    });
  });

  test('never shows a link that is for its receiver alone', async () => {
    const id = await queue({ secret: true, text: 'reset-token-1', html: 'reset-token-1' });
    const answer = await office.get(`${path}/${id}`);
    expect(answer.text).not.toContain('reset-token-1');
    expect(answer.json<{ data: MailDetails }>().data).toMatchObject({
      text: null,
      html: null,
      can: { correct: false },
    });
  });

  test.each(['0', '-1', 'x', '2147483648', '1e3'])('answers 404 for %s', async (id) => {
    expect((await office.get(`${path}/${id}`)).status).toBe(404);
  });
});

describe('POST /admin/mails/{id}/send', () => {
  test('brings back what did not arrive, to a corrected address, and writes that down', async () => {
    const id = await queue({ to: 'nasrin@gmial.example' });
    await set(id, { state: 'bounced', attempts: 1, last_error: '550 no such user', message_id: 'x@prangon.example' });
    const answer = await send(id, { recipient: ' nasrin@gmail.example ' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json<{ data: MailRow }>().data).toMatchObject({ id, state: 'queued', attempts: 0 });
    const mail = await read(id);
    expect(mail.recipient).toBe('nasrin@gmail.example');
    expect(mail.message_id).not.toBe('x@prangon.example');
    expect(await office.ids(`${path}?search=gmail`)).toEqual([id]);
    expect(await auditOf('send-again')).toEqual({
      record_id: id,
      user_id: office.userId,
      before: '{"recipient":"nasrin@gmial.example","state":"bounced"}',
      after: `{"recipient":"nasrin@gmail.example","state":"queued","mail":${id}}`,
    });
  });

  test('to the same address it stays the same message', async () => {
    const id = await queue();
    await set(id, { state: 'dead', message_id: 'same@prangon.example' });
    await send(id);
    expect(await read(id)).toMatchObject({ state: 'queued', message_id: 'same@prangon.example' });
  });

  test('sends a copy of what was sent, as a message of its own, and one only', async () => {
    const id = await queue({ reference: { kind: 'demo_request', id: 9 } });
    await set(id, { state: 'sent' });
    const [first, second] = await Promise.all([send(id), send(id)]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const [copyId, original] = await office.ids(`${path}?reference=demo_request:9`);
    expect(original).toBe(id);
    const copy = await read(copyId ?? 0);
    expect(copy).toMatchObject({ state: 'queued', copy_of: id, text: 'লিংক' });
    expect(copy.message_id).not.toBe((await read(id)).message_id);
    expect((await send(id, { recipient: 'other@school.example' })).status).toBe(200);
  });

  test.each([
    'a@b.example,c@d.example',
    'a@b.example;c@d.example',
    'A <a@b.example>',
    'friends: a@b.example;',
    'a@b.example\r\nBcc: c@d.example',
    '"a@b"@c.example',
    'nobody',
    '',
    `${'a'.repeat(64)}@${'b'.repeat(200)}.example`,
  ])('answers 422 at the field to %j', async (recipient) => {
    const id = await queue();
    const answer = await send(id, { recipient });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['recipient']);
  });

  test('never leads a secret to somebody else', async () => {
    const id = await queue({ secret: true });
    await set(id, { state: 'bounced' });
    expect((await send(id, { recipient: 'thief@school.example' })).status).toBe(422);
    await set(id, { text: '', html: '' });
    expect((await send(id)).status).toBe(409);
  });

  test('answers 409 while it is being sent, and to what is of no use any more', async () => {
    const id = await queue({ usefulSeconds: 60 });
    await set(id, { state: 'sending' });
    expect((await send(id)).status).toBe(409);
    await set(id, { state: 'dead', expires_at: '2020-01-01T00:00:00.000Z' });
    expect((await send(id)).status).toBe(409);
    expect((await send(2_000_000_000)).status).toBe(404);
  });
});

test('POST /admin/mails/send sends all that were given up, or refused, again', async () => {
  const ids = await Promise.all([queue(), queue(), queue(), queue({ secret: true })]);
  const [dead = 0, other = 0, bounced = 0, secret = 0] = ids;
  for (const id of [dead, other, secret]) await set(id, { state: 'dead', attempts: 7 });
  await set(bounced, { state: 'bounced' });
  await set(secret, { text: '', html: '' });
  const answer = await office.post(adminCalls.sendMails, { state: 'dead' });
  expect(answer.json()).toMatchObject({ data: { mails: 2 } });
  expect((await office.ids(`${path}?state=queued`)).sort()).toEqual([dead, other].sort());
  expect((await read(dead)).attempts).toBe(0);
  expect((await office.post(adminCalls.sendMails, { state: 'sent' })).status).toBe(422);
});

describe('POST /admin/mails/{id}/cancel', () => {
  test('stops what waits and sets aside what did not arrive', async () => {
    for (const state of ['queued', 'bounced', 'dead'] as const) {
      const id = await queue({ secret: true });
      await set(id, { state });
      expect((await cancel(id)).status).toBe(200);
      const row = await app.database.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ state: 'cancelled', text: '', html: '' });
      expect(await auditOf('cancel')).toMatchObject({ record_id: id, before: `{"state":"${state}"}` });
    }
  });

  test.each(['sending', 'sent', 'cancelled'] as const)('answers 409 to what is %s', async (state) => {
    const id = await queue();
    await set(id, { state });
    expect((await cancel(id)).status).toBe(409);
  });
});

test('mails that belong to no record go 90 days after they were sent; the others stay', async () => {
  const longAgo = { state: 'sent', updated_at: new Date(Date.now() - 91 * 86_400_000).toISOString() };
  const [notice, about, fresh, waiting] = [
    await queue(),
    await queue({ reference: { kind: 'demo_request', id: 1 } }),
    await queue(),
    await queue(),
  ];
  await set(notice, longAgo);
  await set(about, longAgo);
  await set(fresh, { state: 'sent' });
  await set(waiting, { ...longAgo, state: 'queued' });
  for (const { run } of outboxSweepJobs(app)) await run();
  expect(await office.ids(path)).toEqual([waiting, fresh, about]);
});
