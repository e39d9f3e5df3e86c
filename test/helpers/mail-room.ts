import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Mail, queueMail } from '#mail/queue.server.ts';
import { MailSender, type OnUndelivered, type SenderLimits } from '#mail/sender.server.ts';
import type { SmtpLimits } from '#mail/smtp-session.server.ts';
import { readSettings } from '../../src/platform/settings/settings.server.ts';
import { environment, openTestApp, type TestApp } from './app.ts';
import { MailServer } from './mail-server.ts';

/** Milliseconds for each step of a conversation, and four times as much for the whole. */
export function waits(ms: number): SmtpLimits {
  return { greeting: ms, silence: ms, whole: 4 * ms };
}

/** As in production, but shorter; long enough for a machine that does something else as well. */
export const senderLimits: SenderLimits = {
  smtp: waits(3_000),
  pollInterval: 20,
  lease: 2_000,
  backoff: { first: 50, most: 200 },
  stop: 2_000,
};

export const someone = 'nasrin@school.example';

/** An outbox that is empty before each test, a mail server, and as many senders between them as a test starts. */
export class MailRoom {
  app!: TestApp;
  server!: MailServer;
  readonly #senders: MailSender[] = [];

  async start(
    env: Record<string, string> = {},
    other: Partial<SenderLimits> = {},
    onUndelivered: OnUndelivered = async () => undefined,
  ): Promise<MailSender> {
    const { store, database, log } = this.app;
    const settings = readSettings(
      environment(store, {
        SMTP_URL: this.server.url,
        MAIL_FROM: 'প্রাঙ্গণ <hello@prangon.example>',
        MAIL_RATE: '60000',
        MAIL_RETRY: '1,1,1',
        ...env,
      }),
    );
    // Seconds become fiftieths of a second.
    settings.mail.waits = settings.mail.waits.map((seconds) => seconds / 50);
    const hooks = { onRestore: async () => undefined, onUndelivered, fill: async <T>(mail: T) => mail };
    const sender = new MailSender({ database, settings, log, ...hooks }, { ...senderLimits, ...other });
    this.#senders.push(sender);
    await sender.prepare();
    await sender.start();
    return sender;
  }

  queue(more: Partial<Mail> = {}): Promise<number> {
    return queueMail(this.app.database, {
      to: someone,
      subject: 'ডেমোর লিংক ও পাসওয়ার্ড',
      text: 'আসসালামু আলাইকুম।\n.\nলিংক: https://demo.example/',
      html: '<!doctype html><html lang="bn"><body><p>আসসালামু আলাইকুম।</p></body></html>',
      kind: 'test',
      ...more,
    });
  }

  mail(id: number) {
    return this.app.database.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  async becomes(id: number, state: string): Promise<Awaited<ReturnType<typeof this.mail>>> {
    await expect.poll(async () => (await this.mail(id)).state, { interval: 20 }).toBe(state);
    return this.mail(id);
  }

  async outcomes(id: number) {
    const attempts = this.app.database.selectFrom('mail_attempts').select('outcome').where('mail_id', '=', id);
    return (await attempts.orderBy('id').execute()).map(({ outcome }) => outcome);
  }

  /** What the senders of a store tell each other under this name, or null. */
  async fact(name: string): Promise<unknown> {
    const facts = this.app.database.selectFrom('store_facts').select('value').where('name', '=', name);
    const row = await facts.executeTakeFirst();
    return row ? JSON.parse(row.value) : null;
  }

  async clear(): Promise<void> {
    await this.app.database.deleteFrom('mails').execute();
    await this.app.database.deleteFrom('store_facts').where('name', 'like', 'mail_%').execute();
  }

  async closeSenders(): Promise<void> {
    await Promise.all(this.#senders.splice(0).map((sender) => sender.close()));
  }
}

/** Gives a test file its mail room. */
export function openMailRoom(): MailRoom {
  const room = new MailRoom();
  beforeAll(async () => {
    room.app = await openTestApp();
    return room.app.close;
  });
  beforeEach(async () => {
    room.server = await MailServer.open();
    await room.clear();
  });
  afterEach(async () => {
    await room.closeSenders();
    await room.server.close();
  });
  return room;
}
