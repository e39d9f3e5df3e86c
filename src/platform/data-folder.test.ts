import { chmodSync, cpSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { symbols } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { drawnPng, publishNews, rahim, salma } from '../../test/helpers/content.ts';
import { type Office, openOffice } from '../../test/helpers/office.ts';
import { storeKind } from '../../test/helpers/store.ts';

let app: TestApp;
let office: Office;
const lines: string[] = [];
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'error' }, beforePrepare: ({ log }) => capture(log) });
  office = await openOffice(app);
  await publishNews(app);
  return app.close;
});

const isReady = () => app.get('/readyz').then(({ status, text }) => [status, JSON.parse(text).status]);
const image = async (side: number) => `data:image/png;base64,${(await drawnPng(side, side)).toString('base64')}`;
const client = async (side: number) => ({ title: 'শাপলা', image: await image(side), status: true });

/** On SQLite the database is in the folder, on PostgreSQL the files alone are. */
async function expectNoWrites(): Promise<void> {
  const refused = [await office.post(adminCalls.clients, await client(21))];
  if (storeKind === 'sqlite') refused.push(await app.requestDemo(rahim));
  for (const { status, headers, text } of refused) {
    expect(status, text).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(refused[0]?.json()).toEqual({ message: expect.stringContaining('data folder') });
  await expect.poll(isReady).toEqual([503, 'folder']);
  for (const page of ['/', '/about', '/api/get-news?page=1']) expect((await app.get(page)).status, page).toBe(200);
  expect((await office.get(adminCalls.clients)).status).toBe(200);
}

describe('A data folder that goes away under the running program', () => {
  test.each([
    ['is removed', (_away: string, _here: string) => undefined],
    ['has a copy put in its place', (away: string, here: string) => cpSync(away, here, { recursive: true })],
  ])('%s: nothing is acknowledged, reads go on, and once it is back so is everything', async (_how, replace) => {
    const { dataDir } = app.store;
    const away = `${dataDir}-away`;
    lines.length = 0;
    const before = await office.ids(adminCalls.clients);
    renameSync(dataDir, away);
    replace(away, dataDir);
    await expectNoWrites();
    rmSync(dataDir, { recursive: true, force: true });
    renameSync(away, dataDir);

    await expect.poll(isReady).toEqual([200, 'ready']);
    expect(await office.ids(adminCalls.clients)).toEqual(before);
    expect((await office.post(adminCalls.clients, await client(22))).status).toBe(201);
    expect((await app.requestDemo(salma)).status).toBe(201);
    const warnings = lines.filter((line) => line.includes('"data_folder_lost"'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(dataDir);
  });
});

test('The data folder and what tells secrets in it are their owner’s alone, also where they stood open', async () => {
  const { dataDir } = app.store;
  const modeOf = (name: string) => statSync(path.join(dataDir, name)).mode & 0o777;
  const openForAll = () => readdirSync(dataDir).filter((name) => name !== 'files' && modeOf(name) !== 0o600);
  expect(modeOf('.')).toBe(0o700);
  expect(openForAll()).toEqual([]);

  writeFileSync(path.join(dataDir, 'mail-mark'), '');
  for (const name of readdirSync(dataDir)) chmodSync(path.join(dataDir, name), 0o666);
  chmodSync(path.join(dataDir, 'files'), 0o755);
  chmodSync(dataDir, 0o755);
  const again = await openTestApp({ store: app.store });
  await again.close();
  expect(modeOf('.')).toBe(0o700);
  expect(openForAll()).toEqual([]);
});

function capture(log: object): void {
  const stream = (log as { [symbols.streamSym]: { write: (line: string) => boolean } })[symbols.streamSym];
  stream.write = (line) => lines.push(line) > 0;
}
