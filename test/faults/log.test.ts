// @module-tag full
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { BuiltServer, csrfToken } from '../helpers/built-server.ts';
import { rightPassword } from '../helpers/staff.ts';
import { freshStore } from '../helpers/store.ts';
import { TcpProxy } from '../helpers/tcp-proxy.ts';

interface Line {
  event?: string;
  status?: number;
  reason?: string;
}

test('refusals for want of time, of a database, and broken uploads are a line or two, and no fault', async () => {
  const store = await freshStore('postgres');
  const { proxy, url } = await TcpProxy.before(store.databaseUrl ?? '');
  const owner = { email: 'owner@prangon.example', password: rightPassword };
  const account = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password };
  const server = await BuiltServer.serving({ ...store, databaseUrl: url }, { LOG_LEVEL: 'info', ...account });
  /** Without what it says to people. */
  const logged = (): Line[] =>
    server.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  const signIn = (body: object, from: string) =>
    server.client.postJson(calls.login, body, { 'x-csrf-token': csrfToken() }, from);
  const { token } = (await signIn(owner, '127.0.13.1')).json<{ token: string }>();

  // More people than passwords can be looked at.
  const flood = Array.from({ length: 120 }, (_, at) =>
    signIn({ ...owner, email: `a${at}@b.example` }, `127.0.14.${at}`),
  );
  const busy = (await Promise.all(flood)).filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(20);
  await expect.poll(() => logged().filter(({ status }) => status === 503)).toHaveLength(1);

  await breakUploadOff(server, token);
  await expect.poll(() => logged().filter(({ reason }) => reason === 'The sender left')).toHaveLength(1);
  proxy.mode = 'refuse';
  const away = await Promise.all(Array.from({ length: 30 }, () => server.get('/api/get-client')));
  expect(away.filter(({ status }) => status === 503)).toHaveLength(30);
  const aboutDatabase = () =>
    logged().flatMap(({ event, reason }) => (reason && /ECONN|terminated/.test(reason) ? [event] : []));
  await expect.poll(() => aboutDatabase().sort()).toEqual(['database_lost', 'refused']);

  expect(logged().filter(({ event }) => event === 'fault')).toEqual([]);
  expect(server.output).not.toContain('stack');
  await server.kill();
  proxy.close();
  await store.remove();
});

/** Sends half a file and leaves. */
async function breakUploadOff({ url }: BuiltServer, token: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const upload = httpRequest(`${url}${adminCalls.uploads}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 1_000_000,
    },
  });
  upload.on('error', () => resolve());
  upload.write(`--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-`);
  upload.write('x'.repeat(200_000), () => upload.destroy());
  await promise;
}
