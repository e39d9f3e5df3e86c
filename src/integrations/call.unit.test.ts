import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Receiver } from '../../test/helpers/receiver.ts';
import { guardedFetch } from './call.server.ts';

let system: Receiver;
beforeAll(async () => {
  system = await new Receiver().listen();
});
afterAll(() => system.close());

const limits = { time: 60_000, bytes: 16 * 1_024 };
const body = JSON.stringify({ event: 'test', id: 'msg_1', request: { email: 'a@b.example' } });
const rules = { local: true, outboundPrivate: [] };
const { signal } = new AbortController();
const post = (change: object = {}, time = limits.time) =>
  guardedFetch({ url: system.url, headers: {}, body, rules, signal, ...change }, { ...limits, time });

describe('A call of another system', () => {
  test('brings the body as it is, and its answer', async () => {
    system.plan = () => ({ text: '{"ok":1}' });
    expect(await post()).toMatchObject({ status: 200, answer: '{"ok":1}', error: null });
    expect(system.calls.at(-1)).toMatchObject({ body, headers: { connection: 'close', 'user-agent': 'Prangon' } });
  });

  test('takes an answer up to its limit, and no longer one', async () => {
    system.plan = () => ({ text: 'x'.repeat(limits.bytes) });
    expect((await post()).answer).toHaveLength(limits.bytes);
    system.plan = () => ({ text: 'x'.repeat(limits.bytes + 1) });
    expect(await post()).toMatchObject({ status: 200, answer: null, error: 'Its answer has more than 16 KiB.' });
  });

  test('follows no redirect', async () => {
    const before = system.calls.length;
    system.plan = () => ({ status: 307, headers: { location: '/elsewhere' }, text: '' });
    expect(await post()).toMatchObject({ status: 307, answer: null, error: expect.stringContaining('redirects') });
    expect(system.calls.length).toBe(before + 1);
  });

  test.each([
    [500, 'It answered 500.'],
    [401, 'It answered 401. Is the secret or the key right?'],
    [404, 'It answered 404. Is the address right?'],
  ])('is told that it was answered %i', async (status, error) => {
    system.plan = () => ({ status, text: 'no' });
    expect(await post()).toMatchObject({ status, answer: null, error });
  });

  test('ends at its time, also in the middle of an answer, and when the program does', async () => {
    system.plan = () => 'hang';
    expect(await post({}, 400)).toMatchObject({ status: null, error: 'It did not answer within 0.4 s.' });
    expect(await post({ signal: AbortSignal.abort() })).toMatchObject({ error: 'The program was stopped meanwhile.' });
    system.plan = () => 'stall';
    expect(await post({}, 400)).toMatchObject({ status: 200, answer: null, error: 'It did not answer within 0.4 s.' });
  });

  test('says what is wrong with the line', async () => {
    system.plan = () => 'drop';
    expect((await post()).error).toMatch(/^The connection broke\./);
    system.plan = () => ({ text: '{', headers: { 'content-length': '10' } });
    expect((await post()).error).toMatch(/^The connection broke\./);
    const gone = await new Receiver().listen();
    const { url } = gone;
    await gone.close();
    expect((await post({ url })).error).toBe('Nothing listens there. (ECONNREFUSED)');
    expect((await post({ url: system.url.replace('http:', 'https:') })).error).toMatch(/^(?:The call failed|Its cert)/);
  });

  test('goes to no address inside, whatever was saved before', async () => {
    const before = system.calls.length;
    for (const url of ['https://10.0.0.1/', 'https://[fd00::1]/', 'http://demo.example/'])
      expect(await post({ url })).toMatchObject({ status: null, error: expect.any(String) });
    expect((await post({ rules: { local: false, outboundPrivate: [] } })).error).toContain('private address');
    expect(system.calls.length).toBe(before);
  });
});
