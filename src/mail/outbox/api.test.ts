import { beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { access, clearDemoAccess, secret } from '../../../test/helpers/demo-access.ts';
import { callOf } from '../../../test/helpers/leads.ts';
import { openOutbox } from '../../../test/helpers/outbox.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import { sweepMails } from '../queue.server.ts';
import type { MailRow, SenderStatus } from './schema.ts';

const outbox = openOutbox();
const { queue, set, read } = outbox;
const path = adminCalls.mails;
beforeEach(() => clearDemoAccess(outbox.app));

describe('GET /admin/mails', () => {
  test('newest first, in pages whose links keep the question', async () => {
    const ids: number[] = [];
    for (let mail = 0; mail < 12; mail++) ids.push(await queue());
    const answer = await outbox.office.get(`${path}?state=queued&per_page=5&page=2`);
    const page = answer.json<{ data: MailRow[]; total: number; next_page_url: string }>();
    expect(page.data.map(({ id }) => id)).toEqual(ids.toReversed().slice(5, 10));
    expect(page.total).toBe(12);
    const { searchParams } = new URL(page.next_page_url, outbox.app.url);
    expect(Object.fromEntries(searchParams)).toEqual({ state: 'queued', per_page: '5', page: '3' });
    expect(page.data[0]).not.toHaveProperty('text');
  });

  test('by state, by words of address and subject in either digits, by what it is about', async () => {
    const sent = await queue({ to: 'nasrin.akter@school.example', reference: { kind: 'demo_request', id: 7 } });
    await set(sent, { state: 'sent' });
    const other = await queue({ subject: 'Class ৯ routine' });
    const found: [query: string, ids: number[]][] = [
      ['state=sent', [sent]],
      ['state=queued', [other]],
      ['state=nonsense', [other, sent]],
      ['search=AKTER', [sent]],
      ['search=class%209', [other]],
      ['search=%25', []],
      ['reference=demo_request:7', [sent]],
      ['reference=demo_request:8', []],
    ];
    for (const [query, ids] of found) expect(await outbox.office.ids(`${path}?${query}`), query).toEqual(ids);
    expect((await outbox.office.get(`${path}?search=${'x'.repeat(201)}`)).status).toBe(422);
  });
});

test('GET /admin/mails/{id} is the mail as the receiver sees it, with every attempt', async () => {
  const id = await queue({ replyTo: 'sales@prangon.example', reference: { kind: 'demo_request', id: 3 } });
  const begun = { mail_id: id, sender: 'a', started_at: '2026-11-05T06:00:00.000Z' };
  const failed = { ...begun, ended_at: begun.started_at, outcome: 'failed', answer: '451 later' } as const;
  await outbox.app.database
    .insertInto('mail_attempts')
    .values([
      { ...failed, recipient: 'old@school.example' },
      { ...begun, recipient: 'new@school.example' },
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

test('mails that belong to no record go 90 days after they ended; the others stay', async () => {
  const longAgo = { state: 'sent', updated_at: new Date(Date.now() - 91 * 86_400_000).toISOString() };
  await set(await queue(), longAgo);
  await set(await queue(), { ...longAgo, state: 'dead' });
  const about = await queue({ reference: { kind: 'demo_request', id: 1 } });
  await set(about, longAgo);
  const [fresh, waiting] = [await queue(), await queue()];
  await set(fresh, { state: 'sent' });
  await set(waiting, { ...longAgo, state: 'queued' });
  await sweepMails(outbox.app.database);
  expect(await outbox.office.ids(path)).toEqual([waiting, fresh, about]);
});

describe('GET /admin/mail-sender', () => {
  const status = async () => (await outbox.office.get(adminCalls.mailSender)).json<{ data: SenderStatus }>().data;

  test('says that mail is not set up, and how many mails wait', async () => {
    await queue();
    await set(await queue(), { state: 'dead' });
    expect(await status()).toEqual({
      server: null,
      can_change: true,
      from: 'প্রাঙ্গণ <hello@prangon.example>',
      paused: null,
      trouble: null,
      counts: { queued: 1, sending: 0, sent: 0, unclear: 0, bounced: 0, dead: 1, cancelled: 0 },
    });
  });

  test('says that sending is paused, until somebody goes on, with what waits or without', async () => {
    const paused = { since: '2026-11-05T06:00:00.000Z', reason: 'older-store' };
    const fact = { name: 'mail_paused', value: JSON.stringify(paused) };
    const pause = () => outbox.app.database.insertInto('store_facts').values(fact).execute();
    const resume = (waiting: string) => outbox.office.post(adminCalls.resumeMails, { waiting });
    await pause();
    expect((await status()).paused).toEqual(paused);
    const id = await queue();
    expect((await resume('perhaps')).status).toBe(422);
    expect((await resume('send')).status).toBe(200);
    expect(await status()).toMatchObject({ paused: null, counts: { queued: 1 } });
    await pause();
    expect((await resume('cancel')).json()).toMatchObject({ data: { paused: null, counts: { queued: 0 } } });
    expect(await read(id)).toMatchObject({ state: 'cancelled' });
    const resumed = outbox.app.database.selectFrom('audit_events').select('after').where('action', '=', 'resume');
    expect((await resumed.orderBy('id').execute()).at(-1)?.after).toBe('{"waiting":"cancel","cancelled":1}');
  });
});

const send = (id: number, body: object = {}) => outbox.office.post(`${path}/${id}/send`, body);
const cancel = (id: number) => outbox.office.post(`${path}/${id}/cancel`, {});

describe('POST /admin/mails/{id}/send', () => {
  test('brings back what did not arrive, to a corrected address, and writes that down; to the same one it stays as it was', async () => {
    const id = await queue({ to: 'nasrin@gmial.example' });
    await set(id, { state: 'bounced', attempts: 1, last_error: '550 no such user', message_id: 'x@prangon.example' });
    const answer = await send(id, { recipient: ' nasrin@gmail.example ' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json<{ data: MailRow }>().data).toMatchObject({ id, state: 'queued', attempts: 0 });
    const mail = await read(id);
    expect(mail.recipient).toBe('nasrin@gmail.example');
    expect(mail.message_id).not.toBe('x@prangon.example');
    expect(await outbox.office.ids(`${path}?search=gmail`)).toEqual([id]);
    expect(await auditOf('send-again')).toEqual({
      record_id: id,
      user_id: outbox.office.userId,
      before: '{"recipient":"nasrin@gmial.example","state":"bounced"}',
      after: `{"recipient":"nasrin@gmail.example","state":"queued","mail":${id}}`,
    });
    await set(id, { state: 'dead' });
    await send(id);
    expect(await read(id)).toMatchObject({ state: 'queued', message_id: mail.message_id });
  });

  test('sends a copy of what was sent, as a message of its own, and one only', async () => {
    const id = await queue({ reference: { kind: 'demo_request', id: 9 } });
    await set(id, { state: 'sent' });
    const [first, second] = await Promise.all([send(id), send(id)]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const [copyId, original] = await outbox.office.ids(`${path}?reference=demo_request:9`);
    expect(original).toBe(id);
    const copy = await read(copyId ?? 0);
    expect(copy).toMatchObject({ state: 'queued', copy_of: id, text: 'লিংক' });
    expect(copy.message_id).not.toBe((await read(id)).message_id);
    expect((await send(id, { recipient: 'other@school.example' })).status).toBe(200);
  });

  test.each([
    'a@b.example,c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    '',
    `${'a'.repeat(64)}@${'b'.repeat(200)}.example`,
  ])('answers 422 at the field to %j', async (recipient) => {
    const answer = await send(await queue(), { recipient });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['recipient']);
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

test('what is unclear is sent again as the same message when staff say so', async () => {
  const id = await queue();
  await set(id, { state: 'unclear', message_id: 'same@prangon.example' });
  expect(await outbox.office.ids(`${path}?state=unclear`)).toEqual([id]);
  expect((await send(id)).json()).toMatchObject({ data: { id, state: 'queued' } });
  expect((await read(id)).message_id).toBe('same@prangon.example');
});

test('POST /admin/mails/send sends all again that were given up, or are unclear', async () => {
  const ids = [await queue(), await queue(), await queue(), await queue()];
  const [dead = 0, other = 0, unclear = 0, bounced = 0] = ids;
  for (const id of [dead, other]) await set(id, { state: 'dead', attempts: 7 });
  await set(unclear, { state: 'unclear' });
  await set(bounced, { state: 'bounced' });
  const sendAll = (state: string) => outbox.office.post(adminCalls.sendMails, { state });
  expect((await sendAll('dead')).json()).toMatchObject({ data: { mails: 2 } });
  expect((await sendAll('unclear')).json()).toMatchObject({ data: { mails: 1 } });
  expect(await outbox.office.ids(`${path}?state=bounced`)).toEqual([bounced]);
  expect((await read(dead)).attempts).toBe(0);
  expect((await sendAll('sent')).status).toBe(422);
});

describe('POST /admin/mails/{id}/cancel', () => {
  test('stops what waits and sets aside what did not arrive; anything else is a 409', async () => {
    for (const state of ['queued', 'bounced', 'dead'] as const) {
      const id = await queue();
      await set(id, { state });
      expect((await cancel(id)).status).toBe(200);
      expect(await read(id)).toMatchObject({ state: 'cancelled' });
      expect(await auditOf('cancel')).toMatchObject({ record_id: id, before: `{"state":"${state}"}` });
    }
    for (const state of ['sending', 'sent', 'cancelled']) {
      const id = await queue();
      await set(id, { state });
      expect((await cancel(id)).status, state).toBe(409);
    }
  });

  test('leaves one that is unclear as sent', async () => {
    const id = await queue();
    await set(id, { state: 'unclear', last_error: 'The connection ended' });
    expect(await read(id)).toMatchObject({ can: { send: true, correct: true, cancel: true } });
    const answer = await cancel(id);
    expect(answer.json()).toMatchObject({ data: { state: 'sent' }, message: 'The mail is left as sent' });
    expect((await auditOf('cancel'))?.before).toContain('"state":"unclear"');
  });
});

/** The last time that somebody did this. */
async function auditOf(action: string) {
  const rows = await outbox.app.database
    .selectFrom('audit_events')
    .select(['record_id', 'before', 'after', 'user_id'])
    .where('kind', '=', 'mails')
    .where('action', '=', action)
    .orderBy('id')
    .execute();
  return rows.at(-1);
}

const notices = () =>
  outbox.app.database
    .selectFrom('mails')
    .select(['recipient', 'text'])
    .where('kind', '=', 'account_notice')
    .where('subject', 'not like', '%browser%')
    .execute();

const owners = async () => {
  const rows = await outbox.app.database.selectFrom('users').select('email').where('role', '=', 'owner').execute();
  return rows.map(({ email }) => email).sort();
};

/** Of somebody in Sales whose sign-in is long ago, and of the programs of an owner and of Sales. */
async function unconfirmed() {
  const staff = await hireStaff(outbox.app, 'বিক্রয়', 'sales');
  const old = await sessionOf(outbox.app, staff);
  const sessions = outbox.app.database.updateTable('sessions').where('user_id', '=', staff.id);
  await sessions.set({ confirmed_at: null }).execute();
  const made = async (role: string) => {
    const owner = await sessionOf(outbox.app, await hireStaff(outbox.app));
    const answer = await sendAs(outbox.app, owner, 'POST', adminCalls.tokens, { name: role, role });
    return answer.json<{ token: string }>().token;
  };
  return { old, programs: [await made('owner'), await made('sales')] };
}

describe.each(['account_notice', 'password_reset', 'invitation'])('A mail of the kind %s', (kind) => {
  test('is in no list, and nobody sees, sends, redirects or cancels it', async () => {
    const id = await queue({ kind, ...(kind !== 'account_notice' && { secret: outbox.app.settings }) });
    const other = await queue();
    for (const query of ['', '?state=queued', '?search=receiver'])
      expect(await outbox.office.ids(path + query), query).toEqual([other]);
    expect((await outbox.office.get(adminCalls.mailSender)).json()).toMatchObject({ data: { counts: { queued: 1 } } });
    const before = await rowOf(id);
    expect((await outbox.office.get(`${path}/${id}`)).status).toBe(404);
    for (const [call, body] of [
      [adminCalls.sendMail, {}],
      [adminCalls.sendMail, { recipient: 'thief@evil.example' }],
      [adminCalls.cancelMail, {}],
    ] as const)
      expect((await outbox.office.post(callOf(call, id), body)).status, call).toBe(404);
    await outbox.office.post(adminCalls.resumeMails, { waiting: 'cancel' });
    expect(await rowOf(id)).toEqual(before);
    await set(id, { state: 'dead' });
    await outbox.office.post(adminCalls.sendMails, { state: 'dead' });
    expect(await rowOf(id)).toMatchObject({ state: 'dead' });
    expect((await outbox.office.get(calls.dashboardFigures)).text).not.toContain(before.recipient);
  });
});

test('GET /admin/mails/{id} holds the demo password for nobody', async () => {
  await outbox.office.put(adminCalls.demoAccess, access);
  await outbox.office.post(adminCalls.demoAccessTest, {});
  const [id] = await outbox.office.ids(path);
  const { programs } = await unconfirmed();
  const asked = [await sessionOf(outbox.app, await hireStaff(outbox.app)), ...programs];
  for (const token of asked) {
    const { status, text } = await sendAs(outbox.app, token, 'GET', `${path}/${id}`);
    expect(status).toBe(200);
    expect(text).not.toContain(secret);
    expect(text).toContain('••••');
  }
});

test('POST /admin/mails/{id}/send to another address is confirmed, by no program, and owners are told', async () => {
  const id = await queue({ to: 'nasrin@school.example' });
  const { old, programs } = await unconfirmed();
  const call = callOf(adminCalls.sendMail, id);
  const body = { recipient: 'thief@evil.example' };
  const refused = await sendAs(outbox.app, old, 'POST', call, body);
  expect([refused.status, refused.json()]).toMatchObject([403, { confirm: ['password'] }]);
  for (const program of programs) {
    const answer = await sendAs(outbox.app, program, 'POST', call, body);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('token for programs')]);
    expect((await sendAs(outbox.app, program, 'POST', call, { recipient: 'nasrin@school.example' })).status).toBe(200);
  }
  expect(await rowOf(id)).toMatchObject({ recipient: 'nasrin@school.example' });
  // What fails anyway is said before anybody confirms it.
  expect((await sendAs(outbox.app, old, 'POST', call, { recipient: 'nobody' })).status).toBe(422);
  await outbox.app.database.deleteFrom('mails').where('kind', '=', 'account_notice').execute();

  const confirmed = await sessionOf(outbox.app, await hireStaff(outbox.app, 'বিক্রয়', 'sales'));
  expect((await sendAs(outbox.app, confirmed, 'POST', call, body)).status).toBe(200);
  const told = await notices();
  expect(told.map(({ recipient }) => recipient).sort()).toEqual(await owners());
  for (const { text } of told) expect(text).toContain('evil.example');
});

test('PUT /admin/demo-access is confirmed, by no program, and owners are told of another link or password', async () => {
  const { old, programs } = await unconfirmed();
  for (const token of [old, ...programs])
    expect((await sendAs(outbox.app, token, 'PUT', adminCalls.demoAccess, access)).status).toBe(403);
  const token = await sessionOf(outbox.app, await hireStaff(outbox.app, 'বিক্রয়', 'sales'));
  const save = async (change: object) => {
    await outbox.app.database.deleteFrom('mails').execute();
    expect((await sendAs(outbox.app, token, 'PUT', adminCalls.demoAccess, { ...access, ...change })).status).toBe(200);
    const told = await notices();
    for (const { text } of told) expect(text).not.toContain(secret);
    return told.map(({ recipient }) => recipient).sort();
  };
  const all = await owners();
  expect(await save({})).toEqual(all);
  expect(await save({ subject: 'অন্য' })).toEqual([]);
  expect(await save({ demo_link: 'https://phish.example/login' })).toEqual(all);
  expect(await save({ demo_password: 'another-4712' })).toEqual(all);
});

const rowOf = (id: number) =>
  outbox.app.database.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
