import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMailRoom, waits } from '../../helpers/mail-room.ts';
import { ScriptedSmtp, type SmtpStep } from '../../helpers/scripted-smtp.ts';

/** W03 and W04: what mail servers do in the field, and what becomes of the mail. */
const room = openMailRoom();
let server: ScriptedSmtp;
beforeEach(async () => {
  server = await ScriptedSmtp.open();
});
afterEach(() => server.close());

const start = (ms = 20_000, env: Record<string, string> = {}) =>
  room.start({ SMTP_URL: server.url, ...env }, { smtp: waits(ms) });
const trouble = async () => ((await room.fact('mail_trouble')) as { reason: string } | null)?.reason ?? null;
const soon = <T>(value: () => Promise<T> | T) => expect.poll(value, { interval: 20 });
const says = (step: SmtpStep, saying: string) => {
  server.script = (at) => (at === step ? saying : undefined);
};
/** Queues the same number of mails, each to somebody else. */
const queueTo = (...names: string[]) => Promise.all(names.map((name) => room.queue({ to: `${name}@school.example` })));

describe('W03 A slow server', () => {
  test.each(['greeting', 'ehlo', 'mail', 'rcpt', 'data', 'end'] as const)(
    'that answers at %s within the limit, late or byte by byte, gets one copy',
    async (step) => {
      for (const pace of ['late', 'drip']) {
        says(step, pace);
        await start();
        const [id = 0] = await queueTo(pace);
        await room.becomes(id, 'sent');
        expect(await room.outcomes(id)).toEqual(['sent']);
        await room.closeSenders();
      }
      expect(server.received).toHaveLength(2);
    },
  );

  test.each([
    ['mail', 'hang'],
    ['mail', 'drop'],
    ['rcpt', 'hang'],
    ['rcpt', 'drop'],
    ['data', 'hang'],
    ['data', 'drop'],
  ] as const)('that does %s: %s once gets the mail again', async (step, fault) => {
    let faults = 0;
    server.script = (at) => (at === step && faults++ === 0 ? fault : undefined);
    await start(fault === 'hang' ? 3_000 : 20_000);
    const [id = 0] = await queueTo('nasrin');
    await room.becomes(id, 'sent');
    expect(await room.outcomes(id)).toEqual(['failed', 'sent']);
    expect(server.received).toHaveLength(1);
  });

  test.each(['hang', 'drop', 'nonsense'])(
    'that does after the final dot: %s, has one copy, and staff decide',
    async (fault) => {
      says('end', fault);
      await start(fault === 'hang' ? 3_000 : 20_000);
      const [id = 0] = await queueTo('nasrin');
      const mail = await room.becomes(id, 'unclear');
      expect(await room.outcomes(id)).toEqual(['unclear']);
      server.script = () => undefined;
      const [other = 0] = await queueTo('karim');
      await room.becomes(other, 'sent');
      expect(await room.mail(id)).toMatchObject({ state: 'unclear', attempts: 1, text: mail.text });
      expect(server.received).toEqual(['nasrin@school.example', 'karim@school.example']);
    },
  );

  test('an answer that drips for ever is none', async () => {
    server.pace.drip = 200;
    says('rcpt', 'drip');
    await start(600, { MAIL_RETRY: '1' });
    const [id = 0] = await queueTo('nasrin');
    await room.becomes(id, 'dead');
    expect(await room.outcomes(id)).toEqual(['failed', 'failed']);
    expect(server.received).toEqual([]);
  });

  test('holds up nobody: more hang than there are sessions, and the others go out', async () => {
    server.script = (step, to) => (step === 'end' && to.startsWith('slow') ? 'hang' : undefined);
    await start(60_000);
    const slow = await queueTo('slow1', 'slow2', 'slow3', 'slow4', 'slow5', 'slow6');
    const quick = await queueTo('quick1', 'quick2', 'quick3');
    for (const id of quick) await room.becomes(id, 'sent');
    for (const id of slow) await room.becomes(id, 'sending');
  });

  test('a stop while it thinks about a whole mail: unclear; before the dot: queued', async () => {
    server.script = (step, to) => {
      if (step === 'end' && to.startsWith('whole')) return 'hang';
      return step === 'rcpt' && to.startsWith('half') ? 'hang' : undefined;
    };
    const sender = await start(60_000);
    const [whole = 0, half = 0] = await queueTo('whole', 'half');
    await soon(() => server.steps.filter((step) => step === 'end').length).toBe(1);
    await soon(() => server.steps.filter((step) => step === 'rcpt').length).toBe(2);
    await sender.close();
    expect(await room.mail(whole)).toMatchObject({ state: 'unclear', last_error: 'The connection ended' });
    expect(await room.mail(half)).toMatchObject({ state: 'queued', attempts: 1 });
  });

  test('a stop does not wait for a greeting', async () => {
    says('greeting', 'hang');
    const sender = await start(60_000);
    const [id = 0] = await queueTo('nasrin');
    await soon(() => server.steps.length).toBeGreaterThan(0);
    await sender.close();
    expect(await room.mail(id)).toMatchObject({ state: 'queued', attempts: 0 });
  });
});

describe('W04 A server that refuses us', () => {
  describe('mails wait without losing an attempt, its words are kept, all goes out when it takes them', () => {
    test.each<[SmtpStep, string]>([
      ['greeting', '421 4.3.2 Too many connections'],
      ['mail', '530 5.7.0 Authentication required'],
      ['rcpt', '550 5.4.5 Daily user sending limit exceeded'],
      ['rcpt', '554 5.7.1 <nasrin@school.example>: Relay access denied'],
      ['data', '554 5.7.1 Policy'],
      ['end', '550 5.4.5 Daily user sending limit exceeded'],
    ])('at %s with %j', expectToWait);

    test.each<[SmtpStep, string]>([
      ['greeting', '554 5.7.1 Your address is listed'],
      ['mail', '553 5.1.8 Sender address rejected: not owned by user'],
      ['mail', '552 5.2.2 Mailbox of the sender is full'],
      ['mail', '451 4.3.0 Later'],
      ['rcpt', '421 4.7.0 Try again later, closing connection'],
      ['rcpt', '450 4.7.1 Try again later'],
      ['rcpt', '454 4.7.0 Temporary authentication failure'],
      ['rcpt', '530 5.7.0 Must issue a STARTTLS command first'],
      ['rcpt', '535 5.7.8 Not accepted'],
      ['rcpt', '550-Domain school.example has exceeded the max emails per hour (50/50)\r\n550 Message discarded'],
      ['rcpt', '550 relay not permitted'],
      ['rcpt', '553 5.1.8 <hello@prangon.example>: Sender address rejected: Domain not found'],
      ['end', '550 5.4.6 Unusual sending activity detected'],
      ['end', '552 5.2.2 The quota of the sender is used up'],
      ['end', '421 4.7.0 Our system has detected an unusual rate'],
    ])('at %s with %j', { tags: ['full'] }, expectToWait);
  });

  async function expectToWait(step: SmtpStep, words: string): Promise<void> {
    says(step, words);
    const ids = await queueTo('nasrin', 'karim', 'rahim');
    await start(20_000, { MAIL_RETRY: '1' });
    await soon(trouble).toContain(words.slice(0, 20));
    const times = server.steps.filter((each) => each === step).length;
    await soon(() => server.steps.filter((each) => each === step).length).toBeGreaterThan(times + 3);
    for (const id of ids) {
      const { state, attempts } = await room.mail(id);
      expect([attempts, state]).toEqual(state === 'sending' ? [1, 'sending'] : [0, 'queued']);
    }
    server.script = () => undefined;
    for (const id of ids) await room.becomes(id, 'sent');
    expect(await trouble()).toBeNull();
    const all = await Promise.all(ids.map((id) => room.outcomes(id)));
    expect(new Set(all.flat())).toEqual(new Set(step === 'greeting' ? ['sent'] : ['denied', 'sent']));
  }

  test.each<[SmtpStep, string]>([
    ['rcpt', '550 5.1.1 No such user'],
    ['rcpt', '550 5.1.1 <nasrin@school.example>: User unknown in relay recipient table'],
    ['rcpt', '550 5.4.1 Recipient address rejected: Access denied'],
    ['rcpt', '552 5.2.2 Mailbox full, over quota'],
    ['rcpt', '550 No such user here'],
    ['end', '554 5.6.0 Malformed'],
  ])('one receiver is refused at %s with %j: bounced at once, and nobody waits', async (step, words) => {
    says(step, words);
    await start();
    const [id = 0] = await queueTo('nasrin');
    expect(await room.becomes(id, 'bounced')).toMatchObject({ last_error: words });
    expect(await trouble()).toBeNull();
  });

  test('one mail is refused by policy: another is tried, and then it bounces alone with the words', async () => {
    const words = '550 5.7.1 Message content rejected as spam';
    server.script = (step, to) => (step === 'end' && to.startsWith('spam') ? words : undefined);
    await start(20_000, { MAIL_RETRY: '50,50,50' });
    const [spam = 0] = await queueTo('spam');
    await soon(trouble).toBe(words);
    const [other = 0] = await queueTo('other');
    await room.becomes(other, 'sent');
    expect(await room.becomes(spam, 'bounced')).toMatchObject({ last_error: words });
    expect((await room.outcomes(spam)).at(-1)).toBe('refused');
    expect(await trouble()).toBeNull();
  });

  test('one mail is deferred by policy for ever: it dies alone', async () => {
    server.script = (step, to) => (step === 'rcpt' && to.startsWith('grey') ? '450 4.7.1 Greylisted' : undefined);
    await start(20_000, { MAIL_RETRY: '1' });
    const [grey = 0] = await queueTo('grey');
    await soon(trouble).toContain('450 4.7.1');
    for (let index = 0; index < 30 && (await room.mail(grey)).state !== 'dead'; index++) {
      const [other = 0] = await queueTo(`other${index}`);
      await room.becomes(other, 'sent');
    }
    await room.becomes(grey, 'dead');
  });

  test('one mail is refused in words of a quota for ever: it dies, whether others go out or none is there', async () => {
    const words = '550 The account has exceeded its quota';
    server.script = (step, to) => (step === 'rcpt' && to.startsWith('full') ? words : undefined);
    await start(20_000, { MAIL_RETRY: '1,1' });
    const [alone = 0] = await queueTo('full1');
    expect(await room.becomes(alone, 'dead')).toMatchObject({ last_error: words });
    expect(await trouble()).toBeNull();
    const [busy = 0] = await queueTo('full2');
    for (let index = 0; index < 30 && (await room.mail(busy)).state !== 'dead'; index++) {
      const [other = 0] = await queueTo(`other${index}`);
      await room.becomes(other, 'sent');
    }
    await room.becomes(busy, 'dead');
  });

  test('a quota that frees one place at a time bounces nothing', async () => {
    let places = 0;
    server.script = (step) => (step === 'end' && places-- <= 0 ? '550 5.4.5 Daily limit exceeded' : undefined);
    await start();
    const ids = await queueTo('a', 'b', 'c');
    await soon(trouble).toContain('5.4.5');
    const states = async () => (await Promise.all(ids.map((id) => room.mail(id)))).map(({ state }) => state);
    for (let sent = 1; sent <= 3; sent++) {
      places = 1;
      await soon(async () => (await states()).filter((state) => state === 'sent').length).toBe(sent);
      expect(await states()).not.toContain('bounced');
    }
  });

  test('421 in the middle: its words stand in the Outbox', async () => {
    says('mail', '421 4.3.2 Service shutting down');
    await start();
    const [id = 0] = await queueTo('nasrin');
    await soon(async () => (await room.mail(id)).last_error).toBe('421 4.3.2 Service shutting down');
  });
});
