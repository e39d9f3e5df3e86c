import { describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openOutbox } from '../../../test/helpers/outbox.ts';
import { sweepMails } from '../queue.server.ts';
import type { MailRow, SenderStatus } from './schema.ts';

const outbox = openOutbox();
const { queue, set, read } = outbox;
const path = adminCalls.mails;

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
