import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { findUndecryptable } from '#undecryptable.server.ts';
import { openTestApp } from '../test/helpers/app.ts';
import { access } from '../test/helpers/demo-access.ts';
import { openOffice } from '../test/helpers/office.ts';

test('what another secret can not open is named, and nothing with the right one', async () => {
  const secret = 'the secret that sealed all of it, long';
  const app = await openTestApp({ env: { SECRET: secret } });
  expect((await (await openOffice(app)).put(adminCalls.demoAccess, access)).status).toBe(200);
  expect(await findUndecryptable(app.database, { secret })).toEqual([]);
  expect(await findUndecryptable(app.database, { secret: `${secret}er` })).toEqual([
    'the demo password (screen Demo password)',
  ]);
  await app.close();
});

test('every encrypted column is checked', () => {
  const looked = readFileSync(new URL('undecryptable.server.ts', import.meta.url), 'utf8');
  const sealed = globSync('**/*.server.ts', { cwd: import.meta.dirname }).flatMap((file) =>
    [...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(/^export const (\w+Purpose) =/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(sealed.length).toBeGreaterThan(3);
  for (const name of sealed) expect(looked).toContain(`purpose: ${name},`);
});
