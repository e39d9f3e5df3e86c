import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { readSmtpServer } from '#platform/settings/mail-settings.server.ts';
import { localhostCertificate } from '../../test/helpers/localhost-certificate.ts';
import { waits } from '../../test/helpers/mail-room.ts';
import { MailServer } from '../../test/helpers/mail-server.ts';
import { type MailDelivery, SmtpSession, smtpLimits } from './smtp-session.server.ts';

const limits = waits(20_000);
/** For servers that fall silent; a busy machine is slow, not silent. */
const short = waits(1_500);
const envelope = { from: 'hello@prangon.example', to: 'nasrin@school.example' };
const message = Buffer.from('Message-ID: <1@prangon.example>\r\n\r\nHello\r\n');

const opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});

async function openServer(...options: Parameters<typeof MailServer.open>): Promise<MailServer> {
  const server = await MailServer.open(...options);
  opened.push(server);
  return server;
}

async function deliver(url: string, limit = limits): Promise<MailDelivery> {
  const session = await SmtpSession.open(readSmtpServer(url), limit);
  try {
    return await session.send(envelope, message);
  } finally {
    session.close();
  }
}

describe('A secret line', () => {
  const secured = { ...localhostCertificate, disabledCommands: [] };

  test('is refused where nobody vouches for the certificate, or the offer was taken away: nothing is sent in the clear', async () => {
    const starttls = await openServer(secured);
    await expect(deliver(`${starttls.url}?tls=required`)).rejects.toThrow(/certificate|self-signed/);
    const implicit = await openServer({ ...secured, secure: true });
    await expect(deliver(implicit.url.replace('smtp:', 'smtps:'))).rejects.toThrow(/certificate|self-signed/);
    const plain = await openServer();
    await expect(deliver(`${plain.url}?tls=required`)).rejects.toThrow();
    expect([...starttls.mails, ...implicit.mails, ...plain.mails]).toEqual([]);
  });

  test('is used where the certificate is good', async () => {
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, localhostCertificate.cert]);
    try {
      const starttls = await openServer(secured);
      expect((await deliver(`smtp://localhost:${starttls.port}?tls=required`)).outcome).toBe('sent');
      const implicit = await openServer({ ...secured, secure: true });
      expect((await deliver(`smtps://localhost:${implicit.port}`)).outcome).toBe('sent');
    } finally {
      tls.setDefaultCACertificates(before);
    }
  });

  test('on this machine may as well be in the clear', async () => {
    const server = await openServer(secured);
    expect((await deliver(server.url)).outcome).toBe('sent');
    expect((await deliver(`${server.url}?tls=none`)).outcome).toBe('sent');
  });
});

describe('Signing in', () => {
  const withAccounts = {
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth: { username?: string | undefined; password?: string | null | undefined }, _: unknown, done: Done) =>
      auth.username === 'me' && auth.password === 'p:/%' ? done(null, { user: 'me' }) : done(new Error('No')),
  };
  type Done = (error: Error | null, answer?: { user: string }) => void;

  test('takes user and password of the address; a wrong one can not be used, and is in no message', async () => {
    const { port } = await openServer(withAccounts);
    expect((await deliver(`smtp://me:p%3A%2F%25@127.0.0.1:${port}`)).outcome).toBe('sent');
    const failure = await deliver(`smtp://me:wrong-secret@127.0.0.1:${port}`).catch((error: Error) => error.message);
    expect(failure).toContain('535');
    expect(failure).not.toContain('wrong-secret');
  });
});

test('waits at least as long as RFC 5321, 4.5.3.2 asks', () => {
  const minute = 60_000;
  expect(smtpLimits.greeting).toBeGreaterThanOrEqual(5 * minute);
  // Of all later steps the answer to the final dot may take longest.
  expect(smtpLimits.silence).toBeGreaterThanOrEqual(10 * minute);
  // MAIL, RCPT, DATA, its content, the final dot.
  expect(smtpLimits.whole).toBeGreaterThan((5 + 5 + 2 + 3 + 10) * minute);
});

describe('A server that falls silent', () => {
  const hello = ['220 hello', '250-hello\r\n250 8BITMIME'];
  const conversation = [...hello, '250 sender', '250 receiver', '354 go on', '250 kept'];

  test.each([
    [0, 'can not be used'],
    [1, 'can not be used'],
    [2, 'failed'],
    [3, 'failed'],
    [4, 'failed'],
    [5, 'unclear'],
    [6, 'sent'],
  ])('after %d answers: %s', async (answers, outcome) => {
    const { port } = await openSilent(conversation.slice(0, answers));
    const delivery = deliver(`smtp://127.0.0.1:${port}`, short).catch(() => ({ outcome: 'can not be used' }));
    expect((await delivery).outcome).toBe(outcome);
  });

  test('in the middle of a mail, which has not left this machine', async () => {
    const { port } = await openSilent(conversation.slice(0, 5), (socket) => socket.pause());
    const session = await SmtpSession.open(readSmtpServer(`smtp://127.0.0.1:${port}`), short);
    expect((await session.send(envelope, Buffer.alloc(30_000_000, 'x\r\n'))).outcome).toBe('failed');
  });

  test('is left after a while, as are one that talks without end and one that sends what is no SMTP', async () => {
    const talker = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-and another thing\r\n'), 50);
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
    });
    const web = createServer((socket) => void socket.on('error', () => undefined).end('HTTP/1.1 400 No\r\n\r\n'));
    for (const server of [talker, web]) {
      const { port } = await listening(server);
      await expect(deliver(`smtp://127.0.0.1:${port}`, short)).rejects.toThrow();
    }
  });
});

test('several mails follow each other in one conversation, until something goes wrong in it', async () => {
  const server = await openServer();
  const session = await SmtpSession.open(readSmtpServer(server.url), limits);
  for (let mail = 0; mail < 3; mail++) expect((await session.send(envelope, message)).outcome).toBe('sent');
  expect(server.conversations).toBe(1);
  server.plan = (step) => (step === 'rcpt' ? 550 : null);
  expect((await session.send(envelope, message)).outcome).toBe('refused');
  expect(session.isOpen).toBe(false);
});

/** Says these lines, each when it is its turn, and then nothing. */
async function openSilent(
  lines: string[],
  onContent: (socket: Socket) => void = () => undefined,
): Promise<AddressInfo> {
  return listening(
    createServer((socket) => {
      const left = [...lines];
      const say = () => {
        const line = left.shift();
        if (line) socket.write(`${line}\r\n`);
      };
      let inContent = false;
      let text = '';
      socket.on('error', () => undefined);
      socket.setEncoding('latin1').on('data', (chunk) => {
        text += chunk;
        for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
          const line = text.slice(0, end);
          text = text.slice(end + 2);
          if (inContent && line !== '.') continue;
          inContent = line === 'DATA';
          if (inContent) onContent(socket);
          say();
        }
      });
      say();
    }),
  );
}

async function listening(server: Server): Promise<AddressInfo> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({ close: async () => void server.close() });
  return server.address() as AddressInfo;
}
