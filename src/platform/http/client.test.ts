// @module-tag full
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { adminCalls, callsDescription } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { fetchPackages } from '../../../test/helpers/fetch-packages.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import { projectRoot } from '../settings/project-root.server.ts';

const client = path.join(projectRoot, 'test/client');
let app: TestApp;
let described: string;
beforeAll(async () => {
  app = await openTestApp({ env: { PUBLIC_URL: 'https://school.example' } });
  described = path.join(app.store.dataDir, 'openapi.json');
  writeFileSync(described, (await app.get(callsDescription)).text);
  fetchPackages(client, 'What checks the description of the calls');
  return app.close;
}, 180_000);

const runs = promisify(execFile);
const node = (file: string, ...args: string[]) =>
  runs(process.execPath, [path.resolve(projectRoot, file), ...args], {
    cwd: projectRoot,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });

test('a linter finds nothing in the description', async () => {
  const { stdout } = await node('test/client/node_modules/@redocly/cli/bin/cli.js', 'lint', described, '--format=json');
  expect(JSON.parse(stdout).problems).toEqual([]);
});

test('a program that follows the description compiles, and works at the first try', async () => {
  await node('test/client/write-types.mjs', described, path.join(client, 'paths.d.ts'));
  await node('node_modules/typescript/bin/tsc', '-p', client);
  const session = await sessionOf(app, await hireStaff(app));
  const made = await sendAs(app, session, 'POST', adminCalls.tokens, { name: 'Program', role: 'owner' });
  const { stdout } = await node('test/client/program.ts', app.url, made.json<{ token: string }>().token);
  expect(JSON.parse(stdout)).toEqual({
    madeOnce: true,
    shownTitle: 'ভর্তি শেষ',
    newerThan: true,
    inList: true,
    stale: [409, 'ভর্তি শেষ'],
    refused: ['title'],
    wrong: [expect.stringContaining('11 digits')],
    asked: 'Kindly check your email for the demo link and password!',
    hasLead: true,
    secondPage: [2, 0],
    event: 'content.removed',
    role: 'owner',
    account: [403, 'A token for programs can’t do this. Sign in to do it yourself.'],
  });
});
