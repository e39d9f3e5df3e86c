import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#server/settings.server.ts';
import { environment, openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { MailServer, readMail } from '../../../test/helpers/mail-server.ts';
import { type Mail, queueMail } from './outbox.server.ts';
import { MailSender, type SenderLimits } from './sender.server.ts';

const limits: SenderLimits = {
  smtp: { step: 400, whole: 1_500 },
  look: 20,
  pulse: 250,
  away: { first: 50, most: 200 },
  stop: 2_000,
};

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

let server: MailServer;
const senders: MailSender[] = [];
beforeEach(async () => {
  server = await MailServer.open();
  await app.database.deleteFrom('mails').execute();
  await app.database.deleteFrom('store_facts').where('name', 'like', 'mail_%').execute();
});
afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
  await server.close();
});

async function startSender(env: Record<string, string> = {}, other: Partial<SenderLimits> = {}): Promise<MailSender> {
  const settings = readSettings(
    environment(app.store, {
      SMTP_URL: server.url,
      MAIL_FROM: 'প্রাঙ্গণ <hello@prangon.example>',
      MAIL_RATE: '60000',
      MAIL_RETRY: '1,1,1',
      ...env,
    }),
  );
  const sender = new MailSender({ database: app.database, settings, log: app.log }, { ...limits, ...other });
  senders.push(sender);
  await sender.start();
  return sender;
}

const someone = 'nasrin@school.example';

function queue(more: Partial<Mail> = {}): Promise<number> {
  return queueMail(app.database, {
    to: someone,
    subject: 'ডেমোর লিংক ও পাসওয়ার্ড',
    text: 'আসসালামু আলাইকুম।\n.\nলিংক: https://demo.example/',
    html: '<!doctype html><html lang="bn"><body><p>আসসালামু আলাইকুম।</p></body></html>',
    kind: 'test',
    ...more,
  });
}

function mailOf(id: number) {
  return app.database.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

function attemptsOf(id: number) {
  return app.database.selectFrom('mail_attempts').selectAll().where('mail_id', '=', id).orderBy('id').execute();
}

async function becomes(id: number, state: string): Promise<Awaited<ReturnType<typeof mailOf>>> {
  await expect.poll(async () => (await mailOf(id)).state, { timeout: 10_000, interval: 20 }).toBe(state);
  return mailOf(id);
}

async function outcomesOf(id: number) {
  return (await attemptsOf(id)).map(({ outcome }) => outcome);
}

describe('A queued mail', () => {
  test('is sent as it was rendered, from us, to one receiver, and says that no machine should answer', async () => {
    await startSender();
    const id = await queue({ replyTo: 'visitor@school.example' });
    const mail = await becomes(id, 'sent');
    const [received, ...more] = server.mails;
    expect(more).toEqual([]);
    expect(received).toMatchObject({ from: 'hello@prangon.example', to: [someone] });
    const read = await readMail(received ?? { raw: '' });
    expect(read).toMatchObject({
      from: { name: 'প্রাঙ্গণ', address: 'hello@prangon.example' },
      to: [{ address: someone }],
      replyTo: [{ address: 'visitor@school.example' }],
      subject: 'ডেমোর লিংক ও পাসওয়ার্ড',
      messageId: `<${mail.message_id}>`,
    });
    expect(read.text?.trim()).toBe('আসসালামু আলাইকুম।\n.\nলিংক: https://demo.example/');
    expect(read.html).toContain('<html lang="bn">');
    expect(read.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(received?.raw).not.toMatch(/nodemailer|x-mailer|bcc/i);
    expect(mail).toMatchObject({ attempts: 1, last_error: null, claimed_by: null });
    expect(mail.message_id).toMatch(/^[0-9a-f-]{36}@prangon\.example$/);
    expect(Date.parse(mail.sent_at ?? '')).toBeGreaterThan(0);
    expect(await outcomesOf(id)).toEqual(['sent']);
  });

  test('waits for its moment', async () => {
    await startSender();
    const id = await queue({ notBefore: new Date(Date.now() + 3_600_000) });
    const now = await queue();
    await becomes(now, 'sent');
    expect(await mailOf(id)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  test('is never there when its transaction did not happen', async () => {
    await startSender();
    const failing = app.database.transaction().execute(async (transaction) => {
      await queueMail(transaction, { to: someone, subject: 'x', text: 'x', html: 'x', kind: 'test' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await becomes(await queue({ to: 'other@school.example' }), 'sent');
    expect(server.to(someone)).toEqual([]);
  });

  test('that is of no use any more is given up, and its secret removed', async () => {
    const id = await queue({ usefulSeconds: -1, secret: true });
    await startSender();
    expect(await becomes(id, 'dead')).toMatchObject({ text: '', html: '', attempts: 0 });
    expect(server.mails).toEqual([]);
  });

  test('with a secret keeps it only until it has gone', async () => {
    const id = await queue({ secret: true });
    await startSender();
    expect(await becomes(id, 'sent')).toMatchObject({ text: '', html: '' });
    expect((await readMail(server.mails[0] ?? { raw: '' })).text).toContain('https://demo.example/');
  });

  test.each([
    'a@b.example,c@d.example',
    'A <a@b.example>',
    'a@b.example\r\nBcc: c@d.example',
    '"a@b.example"@d.example',
  ])('to %j is refused before it is written', async (to) => {
    await expect(queue({ to })).rejects.toThrow('exactly one address');
    await expect(queue({ replyTo: to })).rejects.toThrow('exactly one address');
  });

  test('has no way to smuggle a header in', async () => {
    await startSender();
    const subject = 'Hello\r\nBcc: victim@school.example\r\n\r\nBody';
    await becomes(await queue({ subject }), 'sent');
    expect(server.mails[0]?.to).toEqual([someone]);
    const read = await readMail(server.mails[0] ?? { raw: '' });
    expect(read.subject).toBe('Hello Bcc: victim@school.example Body');
    expect(read.headers.map(({ key }) => key)).not.toContain('bcc');
  });
});

describe('What the mail server answers', () => {
  test.each(['rcpt', 'content'] as const)('5xx at %s: bounced, and not tried again', async (step) => {
    server.plan = (at) => (at === step ? 550 : null);
    await startSender();
    const id = await queue();
    const mail = await becomes(id, 'bounced');
    expect(mail.last_error).toContain('550');
    expect(await outcomesOf(id)).toEqual(['refused']);
  });

  test.each([
    ['mail', 451],
    ['mail', 550],
    ['rcpt', 450],
    ['rcpt', 421],
    ['content', 452],
    ['content', 'drop'],
    ['mail', 'drop'],
    ['rcpt', 'hang'],
  ] as const)('%s: %j once is tried again, under the same Message-ID', async (step, fault) => {
    let faults = 0;
    server.plan = (at) => (at === step && faults++ === 0 ? fault : null);
    await startSender();
    const id = await queue();
    const mail = await becomes(id, 'sent');
    expect(mail.attempts).toBe(2);
    const [first, second] = await outcomesOf(id);
    expect(second).toBe('sent');
    expect(['failed', 'unclear']).toContain(first);
    expect(server.mails.map(({ messageId }) => messageId)).toEqual([`<${mail.message_id}>`]);
  });

  test.each(['drop', 'hang'] as const)(
    '%s after the final dot: unclear, sent again as the same message',
    async (fault) => {
      let faults = 0;
      server.plan = (at) => (at === 'answer' && faults++ === 0 ? fault : null);
      await startSender();
      const id = await queue();
      const mail = await becomes(id, 'sent');
      expect(await outcomesOf(id)).toEqual(['unclear', 'sent']);
      expect(server.mails).toHaveLength(2);
      expect(new Set(server.mails.map(({ messageId }) => messageId))).toEqual(new Set([`<${mail.message_id}>`]));
    },
  );

  test('failures without end: given up after the last wait; those behind it go out meanwhile', async () => {
    server.plan = (at, to) => (at === 'rcpt' && to === 'poison@school.example' ? 451 : null);
    await startSender();
    const poison = await queue({ to: 'poison@school.example' });
    const behind = await Promise.all([1, 2, 3].map((index) => queue({ to: `behind${index}@school.example` })));
    for (const id of behind) await becomes(id, 'sent');
    expect((await mailOf(poison)).state).toBe('queued');
    expect(await becomes(poison, 'dead')).toMatchObject({ attempts: 4 });
    expect((await mailOf(poison)).last_error).toContain('451');
  });

  test('the waits grow as told, spread by a fifth', async () => {
    server.plan = (at) => (at === 'rcpt' ? 451 : null);
    await startSender({ MAIL_RETRY: '1000,5000' });
    const id = await queue();
    await expect.poll(() => outcomesOf(id)).toEqual(['failed']);
    await expect.poll(async () => (await mailOf(id)).state).toBe('queued');
    const first = await mailOf(id);
    expect(secondsBetween(first.updated_at, first.next_attempt_at)).toBeGreaterThanOrEqual(799);
    expect(secondsBetween(first.updated_at, first.next_attempt_at)).toBeLessThanOrEqual(1_201);
    await app.database.updateTable('mails').set({ next_attempt_at: first.created_at }).execute();
    await expect.poll(() => outcomesOf(id)).toEqual(['failed', 'failed']);
    await expect.poll(async () => (await mailOf(id)).state).toBe('queued');
    const second = await mailOf(id);
    expect(secondsBetween(second.updated_at, second.next_attempt_at)).toBeGreaterThan(3_998);
  });
});

describe('A mail server that can not be used', () => {
  test.each(['refuses', 'is full', 'never greets'])(
    '%s: mails wait untouched, staff learn why, all goes out when it is back',
    async (way) => {
      const port = server.port;
      if (way === 'refuses') await server.close();
      if (way === 'is full') server.plan = (at) => (at === 'connect' ? 421 : null);
      if (way === 'never greets') server.plan = (at) => (at === 'connect' ? 'hang' : null);
      await startSender({ SMTP_URL: `smtp://127.0.0.1:${port}` });
      const ids = await Promise.all([1, 2, 3].map(() => queue()));
      const trouble = () => fact('mail_trouble');
      await expect.poll(trouble, { timeout: 5_000 }).toMatchObject({ reason: expect.stringMatching(/./) });
      for (const id of ids) expect(await mailOf(id)).toMatchObject({ state: 'queued', attempts: 0 });
      if (way === 'refuses') {
        await server.close();
        server = await MailServer.open({}, port);
      }
      server.plan = () => null;
      for (const id of ids) await becomes(id, 'sent');
      await expect.poll(trouble).toBeNull();
    },
  );

  test('a hanging conversation holds up no other mail', async () => {
    server.plan = (at, to) => (at === 'rcpt' && to === 'slow@school.example' ? 'hang' : null);
    await startSender({}, { smtp: { step: 5_000, whole: 5_000 } });
    const slow = await queue({ to: 'slow@school.example' });
    await expect.poll(async () => (await mailOf(slow)).state).toBe('sending');
    const others = await Promise.all([1, 2, 3, 4, 5].map((index) => queue({ to: `quick${index}@school.example` })));
    for (const id of others) await becomes(id, 'sent');
    expect((await mailOf(slow)).state).toBe('sending');
    await app.database.deleteFrom('mails').where('id', '=', slow).execute();
  }, 15_000);
});

describe('Several instances', () => {
  test('share the work: each mail is sent once', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, (_, index) => queue({ to: `m${index}@school.example` })));
    await Promise.all([startSender(), startSender(), startSender()]);
    for (const id of ids) await becomes(id, 'sent');
    expect(server.mails).toHaveLength(60);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(60);
  });

  test('send the oldest first', async () => {
    const ids: number[] = [];
    for (let mail = 0; mail < 12; mail++) ids.push(await queue());
    await startSender();
    await expect.poll(() => server.mails.length, { timeout: 10_000 }).toBe(12);
    const attempts = await app.database.selectFrom('mail_attempts').select('mail_id').orderBy('id').execute();
    // Four go at the same moment, and who is quicker writes first.
    for (const [turn, attempt] of attempts.entries())
      expect(Math.abs(ids.indexOf(attempt.mail_id) - turn)).toBeLessThan(4);
  });

  test('take over what a killed one left, and say so in the history', async () => {
    const id = await queue();
    const longAgo = '2020-01-01T00:00:00.000Z';
    await app.database
      .updateTable('mails')
      .set({ state: 'sending', claimed_by: 'killed', claimed_at: longAgo, attempts: 1 })
      .execute();
    await app.database
      .insertInto('mail_attempts')
      .values({ mail_id: id, recipient: someone, sender: 'killed', started_at: longAgo })
      .execute();
    await startSender();
    await becomes(id, 'sent');
    expect(await outcomesOf(id)).toEqual(['interrupted', 'sent']);
  });

  test('leave alone what a living one is sending, however long that takes', async () => {
    server.plan = (at) => (at === 'content' ? 'hang' : null);
    await startSender({}, { smtp: { step: 8_000, whole: 8_000 } });
    const id = await queue();
    await expect.poll(async () => (await mailOf(id)).state).toBe('sending');
    await startSender();
    await sleep(limits.pulse * 8);
    expect(await mailOf(id)).toMatchObject({ state: 'sending', attempts: 1 });
    await app.database.deleteFrom('mails').execute();
  }, 15_000);

  test('a stopping one finishes what is on its way, and takes nothing more', async () => {
    server.plan = (at) => (at === 'content' ? 'hang' : null);
    const sender = await startSender({}, { smtp: { step: 700, whole: 8_000 } });
    const id = await queue();
    await expect.poll(async () => (await mailOf(id)).state).toBe('sending');
    const closing = sender.close();
    const later = await queue();
    await closing;
    expect(await mailOf(id)).toMatchObject({ state: 'queued', attempts: 1, last_error: expect.stringMatching(/./) });
    expect(await mailOf(later)).toMatchObject({ state: 'queued', attempts: 0 });
  });
});

describe('A store that was put back from a backup', () => {
  test('sends nothing until somebody confirms it', async () => {
    const first = await startSender();
    await becomes(await queue(), 'sent');
    await first.close();
    await app.database.deleteFrom('store_facts').where('name', '=', 'mail_moment').execute();
    const second = await startSender();
    const id = await queue({ to: 'later@school.example' });
    await expect.poll(() => fact('mail_paused')).toMatchObject({ reason: 'older-store' });
    await sleep(200);
    expect(await mailOf(id)).toMatchObject({ state: 'queued', attempts: 0 });
    await app.database.transaction().execute((transaction) => second.mark.accept(transaction));
    await becomes(id, 'sent');
    await second.close();
    await startSender();
    await becomes(await queue(), 'sent');
  });

  test('is known by its place, too', async () => {
    await (await startSender()).close();
    await app.database
      .updateTable('store_facts')
      .set({ value: '"another"' })
      .where('name', '=', 'mail_store')
      .execute();
    await startSender();
    expect(await fact('mail_paused')).toMatchObject({ reason: 'another-store' });
  });
});

async function fact(name: string): Promise<unknown> {
  const row = await app.database.selectFrom('store_facts').select('value').where('name', '=', name).executeTakeFirst();
  return row ? JSON.parse(row.value) : null;
}

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1_000;
}
