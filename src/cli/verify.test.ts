import dns from 'node:dns/promises';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { storedName, storeFile } from '#platform/files/stored-files.server.ts';
import { environment, openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { prangon, runCommand } from '../../test/helpers/command.ts';
import { publishNews } from '../../test/helpers/content.ts';
import { MailServer } from '../../test/helpers/mail-server.ts';
import { hireStaff } from '../../test/helpers/staff.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  await hireStaff(app);
  await publishNews(app);
  return app.close;
});

const runAsJson = async (...args: string[]) => {
  const { code, out } = await prangon(app.store, [...args, '--json']);
  return { code, ...JSON.parse(out) };
};

test('verify finds a file that is not the one that was stored, and ends with 1', async () => {
  const key = await storeFile(app, { name: 'list.txt', bytes: Buffer.from('the list') });
  expect(await runAsJson('verify')).toMatchObject({
    code: 0,
    status: 'ok',
    findings: [{ status: 'ok' }, { status: 'ok' }],
  });
  const file = path.join(app.store.dataDir, 'files', storedName(key));
  writeFileSync(file, 'another!');
  const { code, findings, ...failed } = await runAsJson('verify');
  const broken = { status: 'error', label: expect.stringContaining('list.txt'), hint: expect.any(String) };
  expect([code, findings[1]]).toEqual([1, { ...broken, message: 'is not as it was stored' }]);
  expect(failed).toEqual({ status: 'error', message: expect.stringContaining('list.txt'), hint: findings[1].hint });
  rmSync(file);
  expect((await runAsJson('verify')).findings[1]).toEqual({ ...broken, message: 'is missing' });
  const archive = path.join(app.store.dataDir, 'without-a-file.tar');
  expect(await runAsJson('backup', archive)).toMatchObject({ code: 1, missing: [expect.stringContaining('list.txt')] });
  expect((await runAsJson('restore', archive, '--check')).code).toBe(0);
  writeFileSync(file, 'the list');
  expect((await runAsJson('verify')).code).toBe(0);
});

test('export writes all content with its files, and nothing by which anybody could sign in', async () => {
  const key = await storeFile(app, { name: 'prices.txt', bytes: Buffer.from('ten') });
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'prangon-export-')), 'all');
  expect((await runAsJson('export', folder)).code).toBe(0);
  const news = JSON.parse(readFileSync(path.join(folder, 'news.json'), 'utf8'));
  expect(news).toEqual([expect.objectContaining({ id: 1, status: 1 })]);
  expect(news[0]).not.toHaveProperty('search_text');
  expect(readFileSync(path.join(folder, 'files', storedName(key), 'prices.txt'), 'utf8')).toBe('ten');
  expect(readdirSync(folder).filter((name) => /user|session|mail|passkey/.test(name))).toEqual([]);
  expect((await runAsJson('export', folder)).message).toContain(
    'not empty. An export that was broken off leaves a part',
  );
  rmSync(path.dirname(folder), { recursive: true });
});

test('doctor: all is well on a store that is, and ends with 1 where something is broken, each with what to do', async () => {
  const good = await runAsJson('doctor');
  expect(good.code).toBe(0);
  expect(good.findings.filter((each: { status: string }) => each.status === 'error')).toEqual([]);
  const labels = ['data folder', /^(database|PostgreSQL)$/, 'files'].map((label) => expect.stringMatching(label));
  for (const label of labels) expect(good.findings).toContainEqual(expect.objectContaining({ label, status: 'ok' }));
  const misspelt = await prangon(app.store, ['doctor'], { MAIL_FORM: 'a@b.example', PROT: '80', STOP_LEAD: '2' });
  expect(misspelt.out).toContain('MAIL_FORM is none; MAIL_FROM is');
  expect(misspelt.out).toContain('PROT is none; PORT is');
  expect(misspelt.out).toContain('STOP_LEAD is called SHUTDOWN_DELAY now');
  const clear = await prangon(app.store, ['doctor'], { BACKUP_URL: 's3://backups?region=x' });
  expect(clear.out).toMatch(/WARNING +BACKUP_URL: .*BACKUP_PASSPHRASE/);

  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hello@prangon-doctor.com.bd' };
  const servers = dns.getServers();
  dns.setServers(['127.0.0.1:1']);
  const bad = await prangon(app.store, ['doctor', '--json'], env).finally(() => dns.setServers(servers));
  expect(bad.code).toBe(1);
  const findings: { label: string; status: string }[] = JSON.parse(bad.out).findings;
  expect(findings.find(({ label }) => label.startsWith('SPF'))).toMatchObject({ status: 'unknown' });
  const broken = findings.find(({ label }) => label === 'mail server');
  expect(broken).toMatchObject({ status: 'error', hint: expect.stringContaining('SMTP_URL') });

  const wrong = await prangon(app.store, ['doctor'], { PORT: 'eighty' });
  expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('PORT must be a port number')]);

  const nowhere = path.join(app.store.dataDir, 'nowhere');
  const away = { ...environment(app.store), DATA_DIR: nowhere, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const result = await runCommand(['doctor'], away);
  expect([result.code, result.out]).toEqual([1, expect.stringContaining('ERROR    PostgreSQL')]);
  expect(existsSync(nowhere)).toBe(false);
});

test('doctor --quiet prints nothing and ends with 0 where all is well, and what is wrong alone where it is not', async () => {
  const mailServer = await MailServer.open();
  // What can't be looked up is not wrong.
  const servers = dns.getServers();
  dns.setServers(['127.0.0.1:1']);
  const { port } = new URL(app.url);
  const env = {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'hello@prangon-doctor.com.bd',
    SECRET: app.settings.secret,
    PORT: port,
  };
  const quiet = async (more = {}) => prangon(app.store, ['doctor', '--quiet'], { ...env, ...more });
  expect(await quiet()).toEqual({ code: 0, out: '', err: '' });
  expect((await quiet({ PORT: '1' })).out).toMatch(/^WARNING {2}server: does not run, or is not ready, at port 1\n/);
  await mailServer.close();
  const { code, out } = await quiet().finally(() => dns.setServers(servers));
  expect([code, out]).toEqual([1, expect.stringMatching(/^ERROR {4}mail server: .+\n +→ .+\n$/)]);
});
