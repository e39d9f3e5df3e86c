// @module-tag full
import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { CsrfGuard } from '../../src/platform/http/csrf.server.ts';
import { BuiltServer, secret } from '../helpers/built-server.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import { TcpProxy } from '../helpers/tcp-proxy.ts';

const owner = { email: 'owner@prangon.example', password: 'শিউলি ফুটেছে ১২৩' };
const headers = {
  'content-type': 'application/json',
  'x-csrf-token': new CsrfGuard({ secret, publicUrl: 'http://localhost:3000' }).token(),
};

let store: Store;
let proxy: TcpProxy;
let server: BuiltServer;
beforeEach(async () => {
  const whole = await freshStore('postgres');
  const line = await TcpProxy.before(whole.databaseUrl ?? '');
  proxy = line.proxy;
  store = { ...whole, databaseUrl: line.url };
  server = await BuiltServer.start(store, {
    LOG_LEVEL: 'info',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  });
  await server.ready();
});
afterEach(async () => {
  await server.kill();
  proxy.close();
  await store.remove();
});

interface Line {
  event?: string;
  status?: number;
  reason?: string;
}

/** What it has logged, without what it says to people. */
function logged(): Line[] {
  return server.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

const signIn = (body: object, from: string) => server.client.postJson(calls.login, body, headers, from);

test('refusals for want of time, of a database, and broken uploads are a line or two, and no fault', async () => {
  const { token } = (await signIn(owner, '127.0.13.1')).json<{ token: string }>();

  // More people than passwords can be looked at.
  const flood = Array.from({ length: 120 }, (_, at) =>
    signIn({ ...owner, email: `a${at}@b.example` }, `127.0.14.${at}`),
  );
  const busy = (await Promise.all(flood)).filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(20);
  await expect.poll(() => logged().filter(({ status }) => status === 503)).toHaveLength(1);

  await breakUploadOff(token);
  proxy.mode = 'refuse';
  const away = await Promise.all(Array.from({ length: 30 }, () => server.get('/api/get-client')));
  expect(away.filter(({ status }) => status === 503)).toHaveLength(30);
  const aboutDatabase = () => logged().filter(({ reason }) => reason && /ECONN|terminated/.test(reason));
  await expect
    .poll(() =>
      aboutDatabase()
        .map(({ event }) => event)
        .sort(),
    )
    .toEqual(['database_lost', 'refused']);

  expect(logged().filter(({ event }) => event === 'fault')).toEqual([]);
  expect(server.output).not.toContain('stack');
});

/** Sends half a file and leaves. */
async function breakUploadOff(token: string): Promise<void> {
  const boundary = 'here';
  const { promise, resolve } = Promise.withResolvers<void>();
  const upload = httpRequest(`${server.url}${adminCalls.uploads}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': 1_000_000,
    },
  });
  upload.on('error', () => resolve());
  upload.write(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-`);
  upload.write('x'.repeat(200_000), () => upload.destroy());
  await promise;
  await expect.poll(() => logged().filter(({ reason }) => reason === 'The sender left')).toHaveLength(1);
}
