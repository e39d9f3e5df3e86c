import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { secrets } from '#app.server.ts';
import { adminCalls } from '#paths.ts';
import { findUndecryptable } from '#platform/crypto/encrypter.server.ts';
import { openTestApp } from '../test/helpers/app.ts';
import { access } from '../test/helpers/demo-access.ts';
import { openOffice } from '../test/helpers/office.ts';

test('what another secret can not open is named, and nothing with the right one', async () => {
  const secret = 'the secret that sealed all of it, long';
  const app = await openTestApp({ env: { SECRET: secret } });
  expect((await (await openOffice(app)).put(adminCalls.demoAccess, access)).status).toBe(200);
  expect(await findUndecryptable(app.database, { secret }, secrets)).toEqual([]);
  expect(await findUndecryptable(app.database, { secret: `${secret}er` }, secrets)).toEqual([
    'the demo password (screen Demo password)',
  ]);
  await app.close();
});

test('every secret is one of a module', () => {
  const declared = globSync('**/*.server.ts', { cwd: import.meta.dirname }).flatMap((file) =>
    [...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(/: EncryptedColumn = \{\s+what: '(.+)'/g)].map(
      ([, what]) => what,
    ),
  );
  expect(secrets.map(({ what }) => what).sort()).toEqual(declared.sort());
});
