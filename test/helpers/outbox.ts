import { afterEach, beforeAll } from 'vitest';
import { type Mail, queueMail } from '#mail/queue.server.ts';
import { adminCalls } from '#paths.ts';
import type { MailDetails } from '../../src/mail/outbox/schema.ts';
import { openTestApp, type TestApp } from './app.ts';
import { type Office, openOffice } from './office.ts';

/** The mails of an app without a mail server: what is queued waits. */
export class Outbox {
  app!: TestApp;
  office!: Office;
  #receivers = 0;

  /** Each mail to somebody else. Answers its id. */
  queue = (more: Partial<Mail> = {}): Promise<number> => {
    const to = `receiver${++this.#receivers}@school.example`;
    const words = { subject: 'ডেমোর লিংক', text: 'লিংক', html: '<p>লিংক</p>', kind: 'demo_access' };
    return queueMail(this.app.database, { to, ...words, ...more });
  };

  /** Makes of a mail what sending would have made of it. */
  set = async (id: number, columns: object): Promise<void> => {
    await this.app.database.updateTable('mails').set(columns).where('id', '=', id).execute();
  };

  read = async (id: number): Promise<MailDetails> =>
    (await this.office.get(`${adminCalls.mails}/${id}`)).json<{ data: MailDetails }>().data;
}

/** Gives a test file an outbox, which is empty before each test. */
export function openOutbox(): Outbox {
  const outbox = new Outbox();
  beforeAll(async () => {
    outbox.app = await openTestApp({ env: { MAIL_FROM: 'প্রাঙ্গণ <hello@prangon.example>' } });
    outbox.office = await openOffice(outbox.app);
    return outbox.app.close;
  });
  afterEach(async () => {
    await outbox.app.database.deleteFrom('mails').execute();
  });
  return outbox;
}
