import { describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp } from '../../../test/helpers/app.ts';
import { MailServer } from '../../../test/helpers/mail-server.ts';
import { openOffice } from '../../../test/helpers/office.ts';
import { openOutbox } from '../../../test/helpers/outbox.ts';
import { queueMail } from '../queue.server.ts';
import type { MailDetails, SenderStatus } from './schema.ts';

const outbox = openOutbox();
const { queue, set, read } = outbox;

describe('GET /admin/mail-sender', () => {
  const status = async () => (await outbox.office.get(adminCalls.mailSender)).json<{ data: SenderStatus }>().data;

  test('says that mail is not set up, and how many mails wait', async () => {
    await queue();
    const dead = await queue();
    await set(dead, { state: 'dead' });
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
    const pause = () =>
      outbox.app.database
        .insertInto('store_facts')
        .values({ name: 'mail_paused', value: '{"since":"2026-11-05T06:00:00.000Z","reason":"older-store"}' })
        .execute();
    const resume = (waiting: string) => outbox.office.post(adminCalls.resumeMails, { waiting });
    await pause();
    expect((await status()).paused).toEqual({ since: '2026-11-05T06:00:00.000Z', reason: 'older-store' });
    const id = await queue();
    expect((await resume('perhaps')).status).toBe(422);
    expect((await resume('send')).status).toBe(200);
    expect(await status()).toMatchObject({ paused: null, counts: { queued: 1 } });
    await pause();
    expect((await resume('cancel')).json()).toMatchObject({ data: { paused: null, counts: { queued: 0 } } });
    expect(await read(id)).toMatchObject({ state: 'cancelled' });
    const audit = await outbox.app.database
      .selectFrom('audit_events')
      .select('after')
      .where('action', '=', 'resume')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(audit?.after).toBe('{"waiting":"cancel","cancelled":1}');
  });
});

test('with a mail server a mail arrives by itself, and a sent one shows it', async () => {
  const server = await MailServer.open();
  const sending = await openTestApp({ env: { SMTP_URL: server.url } });
  try {
    const { database } = sending;
    const id = await database
      .transaction()
      .execute((transaction) =>
        queueMail(transaction, { to: 'a@school.example', subject: 'x', text: 'x', html: 'x', kind: 'test' }),
      );
    await expect.poll(() => server.mails.length, { interval: 20 }).toBe(1);
    const there = await openOffice(sending);
    const answer = async () => (await there.get(`${adminCalls.mails}/${id}`)).json<{ data: MailDetails }>().data;
    await expect.poll(async () => (await answer()).state).toBe('sent');
    expect((await answer()).history).toMatchObject([{ outcome: 'sent', answer: expect.stringContaining('250') }]);
    expect((await there.get(adminCalls.mailSender)).json()).toMatchObject({
      data: { server: `127.0.0.1:${server.port}`, from: 'no-reply@localhost' },
    });
  } finally {
    await sending.close();
    await server.close();
  }
});
