import { afterEach, describe, expect, test, vi } from 'vitest';
import { openMailRoom, someone } from '../../test/helpers/mail-room.ts';
import { MailServer, readMail } from '../../test/helpers/mail-server.ts';
import { queueMail } from './queue.server.ts';

const room = openMailRoom();
afterEach(() => void vi.useRealTimers());

describe('A queued mail', () => {
  test('is sent as it was rendered, from us, to one receiver, and says that no machine should answer', async () => {
    await room.start();
    const id = await room.queue({ replyTo: 'visitor@school.example' });
    const mail = await room.becomes(id, 'sent');
    const [received, ...more] = room.server.mails;
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
    // As headers: the letters alone may stand in an id that is made by chance.
    expect(received?.raw).not.toMatch(/nodemailer|^(?:x-mailer|bcc):/im);
    expect(mail).toMatchObject({ attempts: 1, last_error: null, claimed_by: null });
    expect(mail.message_id).toMatch(/^[0-9a-f-]{36}@prangon\.example$/);
    expect(Date.parse(mail.sent_at ?? '')).toBeGreaterThan(0);
    expect(await room.outcomes(id)).toEqual(['sent']);
  });

  test('waits for its moment', async () => {
    const id = await room.queue();
    const next_attempt_at = new Date(Date.now() + 3_600_000).toISOString();
    await room.app.database.updateTable('mails').set({ next_attempt_at }).where('id', '=', id).execute();
    await room.start();
    const now = await room.queue();
    await room.becomes(now, 'sent');
    expect(await room.mail(id)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  test('leaves at once, also after the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await room.start();
    await room.becomes(await room.queue(), 'sent');
    vi.useRealTimers();
    await room.becomes(await room.queue({ to: 'later@school.example' }), 'sent');
  });

  test('leaves once its server is back, also after the clock was set back meanwhile', async () => {
    room.server.plan = (at) => (at === 'connect' ? 421 : null);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await room.start({}, { pollInterval: 200, backoff: { first: 300, most: 300 } });
    const id = await room.queue();
    await expect.poll(() => room.fact('mail_trouble'), { interval: 20 }).not.toBeNull();
    vi.useRealTimers();
    room.server.plan = () => null;
    await room.becomes(id, 'sent');
  });

  test('is never there when its transaction did not happen', async () => {
    await room.start();
    const failing = room.app.database.transaction().execute(async (transaction) => {
      await queueMail(transaction, { to: someone, subject: 'x', text: 'x', html: 'x', kind: 'test' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await room.becomes(await room.queue({ to: 'other@school.example' }), 'sent');
    expect(room.server.to(someone)).toEqual([]);
  });

  test('that is of no use any more is given up, and its secret removed', async () => {
    const id = await room.queue({ usefulSeconds: -1, secret: room.app.settings });
    await room.start();
    expect(await room.becomes(id, 'dead')).toMatchObject({ text: '', html: '', attempts: 0 });
    expect(room.server.mails).toEqual([]);
  });

  test('with a secret keeps it only until it has gone; one that another secret sealed is never sent, and says why', async () => {
    const id = await room.queue({ secret: room.app.settings });
    expect(JSON.stringify(await room.mail(id))).not.toContain('demo.example');
    const foreign = await room.queue({ secret: { secret: 'the secret of another server, 32 letters' } });
    await room.start();
    expect(await room.becomes(id, 'sent')).toMatchObject({ text: '', html: '' });
    await expect.poll(async () => (await room.mail(foreign)).last_error).toContain('SECRET');
    const texts = await Promise.all(room.server.mails.map(async (mail) => (await readMail(mail)).text));
    expect(texts).toEqual([expect.stringContaining('https://demo.example/')]);
  });

  test('to more than one address is refused before it is written', async () => {
    for (const to of ['a@b.example,c@d.example', 'a@b.example\r\nBcc: c@d.example']) {
      await expect(room.queue({ to })).rejects.toThrow('exactly one address');
      await expect(room.queue({ replyTo: to })).rejects.toThrow('exactly one address');
    }
  });

  test('has no way to smuggle a header in', async () => {
    await room.start();
    const subject = 'Hello\r\nBcc: victim@school.example\r\n\r\nBody';
    await room.becomes(await room.queue({ subject }), 'sent');
    expect(room.server.mails[0]?.to).toEqual([someone]);
    const read = await readMail(room.server.mails[0] ?? { raw: '' });
    expect(read.subject).toBe('Hello Bcc: victim@school.example Body');
    expect(read.headers.map(({ key }) => key)).not.toContain('bcc');
  });
});

describe('What the mail server answers', () => {
  test.each([
    ['mail', 550],
    ['rcpt', 421],
    ['content', 452],
  ] as const)('%s: %j once is tried again, under the same Message-ID', async (step, fault) => {
    let faults = 0;
    room.server.plan = (at) => (at === step && faults++ === 0 ? fault : null);
    await room.start();
    const id = await room.queue();
    const mail = await room.becomes(id, 'sent');
    const outcomes = await room.outcomes(id);
    expect(['failed', 'denied']).toContain(outcomes[0]);
    expect(outcomes.slice(1)).toContain('sent');
    expect(new Set(room.server.mails.map(({ messageId }) => messageId))).toEqual(new Set([`<${mail.message_id}>`]));
  });

  test.each([
    ['content', 'drop'],
    ['answer', 'drop'],
    ['answer', 'hang'],
  ] as const)('%s: %s after the final dot: unclear, and never sent again by itself', async (step, fault) => {
    room.server.plan = (at) => (at === step ? fault : null);
    await room.start();
    const id = await room.queue();
    const secret = await room.queue({ secret: room.app.settings });
    await room.becomes(id, 'unclear');
    expect(await room.becomes(secret, 'unclear')).toMatchObject({ text: '', html: '' });
    expect(await room.outcomes(id)).toEqual(['unclear']);
    expect(room.server.mails).toHaveLength(step === 'answer' ? 2 : 0);
  });

  test('failures without end: given up after the last wait; those behind it go out meanwhile', async () => {
    room.server.plan = (at, to) => (at === 'rcpt' && to === 'poison@school.example' ? 451 : null);
    await room.start({ MAIL_RETRY: '25,25,25' });
    const poison = await room.queue({ to: 'poison@school.example' });
    const behind = await Promise.all([1, 2, 3].map((index) => room.queue({ to: `behind${index}@school.example` })));
    for (const id of behind) await room.becomes(id, 'sent');
    expect((await room.mail(poison)).state).toBe('queued');
    expect(await room.becomes(poison, 'dead')).toMatchObject({ attempts: 4 });
    expect((await room.mail(poison)).last_error).toContain('451');
  });

  test('the waits grow as told, spread by a fifth', async () => {
    room.server.plan = (at) => (at === 'rcpt' ? 451 : null);
    await room.start({ MAIL_RETRY: '50000,250000' });
    const id = await room.queue();
    await expect.poll(() => room.outcomes(id)).toEqual(['failed']);
    await expect.poll(async () => (await room.mail(id)).state).toBe('queued');
    const first = await room.mail(id);
    expect(secondsBetween(first.updated_at, first.next_attempt_at)).toBeGreaterThanOrEqual(799);
    expect(secondsBetween(first.updated_at, first.next_attempt_at)).toBeLessThanOrEqual(1_201);
    await room.app.database.updateTable('mails').set({ next_attempt_at: first.created_at }).execute();
    await expect.poll(() => room.outcomes(id)).toEqual(['failed', 'failed']);
    await expect.poll(async () => (await room.mail(id)).state).toBe('queued');
    const second = await room.mail(id);
    expect(secondsBetween(second.updated_at, second.next_attempt_at)).toBeGreaterThan(3_998);
  });
});

test('the log tells of a result once, after it was committed', async () => {
  const warn = vi.spyOn(room.app.log, 'warn');
  room.server.plan = (at) => (at === 'rcpt' ? 550 : null);
  const told = () => warn.mock.calls.filter(([facts]) => (facts as { event?: string }).event === 'mail_refused');
  let failures = 0;
  await room.start({}, {}, async () => {
    expect(told()).toEqual([]);
    if (failures++ === 0) throw new Error('The database went away');
  });
  await room.becomes(await room.queue(), 'bounced');
  await expect.poll(() => told().length).toBe(1);
  expect(failures).toBe(2);
  warn.mockRestore();
});

test.each(['refuses', 'is full', 'never greets'])(
  'A mail server that %s: mails wait untouched, staff learn why, all goes out when it is back',
  async (way) => {
    const port = room.server.port;
    if (way === 'refuses') await room.server.close();
    if (way === 'is full') room.server.plan = (at) => (at === 'connect' ? 421 : null);
    if (way === 'never greets') room.server.plan = (at) => (at === 'connect' ? 'hang' : null);
    await room.start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const ids = await Promise.all([1, 2, 3].map(() => room.queue()));
    const trouble = () => room.fact('mail_trouble');
    await expect.poll(trouble).toMatchObject({ reason: expect.stringMatching(/./) });
    for (const id of ids) expect(await room.mail(id)).toMatchObject({ state: 'queued', attempts: 0 });
    if (way === 'refuses') {
      await room.server.close();
      room.server = await MailServer.open({}, port);
    }
    room.server.plan = () => null;
    for (const id of ids) await room.becomes(id, 'sent');
    await expect.poll(trouble).toBeNull();
  },
);

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1_000;
}
