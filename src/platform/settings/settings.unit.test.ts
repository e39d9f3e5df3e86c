import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from './project-root.server.ts';
import { misspelt, readSettings, renamedSettings, SettingError, settingNames } from './settings.server.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (env: Record<string, string> = {}) => readSettings({ DATA_DIR: folder, ...env });

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://prangon.example' };

describe('Settings', () => {
  test('are all optional', () => {
    expect(read()).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      publicUrl: 'http://localhost:3000',
      sampleContent: true,
      trustProxy: false,
      logLevel: 'info',
    });
  });

  test('an empty value counts as none; PUBLIC_URL follows PORT, and loses a slash at its end', () => {
    expect(read({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
    expect(read({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(read({ PUBLIC_URL: 'https://prangon.example/' }).publicUrl).toBe('https://prangon.example');
    expect(read({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }).trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8']);
  });

  test('the sample is not loaded in production, unless asked for', () => {
    expect(read(production).sampleContent).toBe(false);
    expect(read({ ...production, SAMPLE_CONTENT: '1' }).sampleContent).toBe(true);
  });

  test('the site is on this machine only where PUBLIC_URL says so, and never in production', () => {
    for (const url of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080', 'https://x.localhost'])
      expect(read({ PUBLIC_URL: url }).local, url).toBe(true);
    for (const url of ['https://prangon.example', 'http://localhost.example', 'http://10.0.0.1', 'http://0.0.0.0'])
      expect(read({ PUBLIC_URL: url }).local, url).toBe(false);
    expect(read().local).toBe(true);
    expect(read({ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000' }).local).toBe(false);
  });

  test('HSTS counts where PUBLIC_URL is https', () => {
    const https = { PUBLIC_URL: 'https://prangon.example' };
    expect([read(), read({ HSTS: 'max-age=1' })].map((settings) => settings.transportSecurity)).toEqual([null, null]);
    expect(read(https).transportSecurity).toBe('max-age=63072000');
    const more = 'max-age=63072000; includeSubDomains; preload';
    expect(read({ ...https, HSTS: more }).transportSecurity).toBe(more);
  });
});

describe('The mail server', () => {
  const server = (url: string) => read({ SMTP_URL: url }).mail.server;

  test('is none unless said; then a mail has its waits and a rate all the same', () => {
    expect(read({ PUBLIC_URL: 'https://prangon.example' }).mail).toEqual({
      server: null,
      source: null,
      from: { name: '', address: 'no-reply@prangon.example' },
      rate: 600,
      since: expect.any(String),
      waits: [60, 300, 1_800, 7_200, 21_600, 86_400],
    });
  });

  test('is only spoken to in secret, unless it is on this machine or somebody says so', () => {
    expect(server('smtp://mail.example')).toMatchObject({ host: 'mail.example', port: 587, tls: 'required' });
    expect(server('smtps://mail.example')).toMatchObject({ port: 465, tls: 'implicit' });
    expect(server('smtps://mail.example?tls=none')).toMatchObject({ tls: 'implicit' });
    expect(server('smtp://mail.example:25?tls=none')).toMatchObject({ port: 25, tls: 'none' });
    for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(server(`smtp://${host}`)?.tls).toBe('optional');
    for (const host of ['127.0.0.1.example', 'localhost.example']) {
      expect(server(`smtp://${host}`)?.tls).toBe('required');
    }
    expect(server('smtp://localhost:2525?tls=required')?.tls).toBe('required');
  });

  test('takes user and password with any letters; MAIL_FROM may have a name', () => {
    expect(server('smtp://me%40prangon.example:p%3A%2F%25@mail.example')).toMatchObject({
      user: 'me@prangon.example',
      password: 'p:/%',
    });
    const from = (text: string) => read({ MAIL_FROM: text }).mail.from;
    expect(from('প্রাঙ্গণ <hello@prangon.example>')).toEqual({ name: 'প্রাঙ্গণ', address: 'hello@prangon.example' });
    expect(from('"Prangon, Dhaka" <hello@prangon.example>').name).toBe('Prangon, Dhaka');
    expect(from('hello@prangon.example')).toEqual({ name: '', address: 'hello@prangon.example' });
  });
});

test.each([
  [{ PORT: 'abc' }, 'PORT must be a port number'],
  [{ PORT: '70000' }, 'PORT must be a port number'],
  [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL must look like postgres://'],
  [{ NODE_ENV: 'production' }, 'PUBLIC_URL is needed with NODE_ENV=production'],
  [{ PUBLIC_URL: 'prangon.example' }, 'PUBLIC_URL must look like https://'],
  [{ HSTS: 'yes' }, 'HSTS must look like max-age='],
  [{ SECOND_FACTOR: 'editors' }, 'SECOND_FACTOR must be optional, owners or all'],
  [{ SESSION_IDLE: '121' }, 'SESSION_IDLE must be a number of minutes, from 1 to 120'],
  [{ SESSION_IDLE_REMEMBERED: '0' }, 'SESSION_IDLE_REMEMBERED must be a number of hours, from 1 to 336'],
  [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL must be an e-mail address'],
  [{ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 10 characters'],
  [{ ADMIN_PASSWORD: 'long enough it is' }, 'ADMIN_PASSWORD needs ADMIN_EMAIL'],
  [{ SAMPLE_CONTENT: 'yes' }, 'SAMPLE_CONTENT must be 1 or 0'],
  [{ FILES_URL: 'https://bucket' }, 'FILES_URL must look like s3://'],
  [{ BACKUP_URL: '/backups' }, 'BACKUP_URL must look like s3://'],
  [{ BACKUP_PASSPHRASE: 'short' }, 'BACKUP_PASSPHRASE must have at least 12 characters'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must look like smtp://'],
  [{ SMTP_URL: 'smtp://mail.example?tls=maybe' }, 'SMTP_URL has tls=maybe; it may be required, optional or none'],
  [{ SMTP_URL: 'smtp://mail.example?requireTLS=true' }, "SMTP_URL has 'requireTLS' behind the question mark"],
  [{ MAIL_FROM: 'Prangon' }, 'MAIL_FROM must look like Prangon <no-reply@example.com>'],
  [{ MAIL_FROM: 'a@b.example, c@d.example' }, 'MAIL_FROM must look like'],
  [{ MAIL_FROM: 'Prangon\r\nBcc: x <a@b.example>' }, 'MAIL_FROM must look like'],
  [{ MAIL_RATE: '0' }, 'MAIL_RATE must be a number of mails a minute'],
  [{ VERSIONS_KEPT: '0' }, 'VERSIONS_KEPT must be a number of versions'],
  [{ MAIL_RETRY: '60,,300' }, 'MAIL_RETRY must be seconds with commas between'],
  [{ TRUST_PROXY: 'true' }, "TRUST_PROXY must list addresses or networks, not 'true'"],
  [{ TRUST_PROXY: '10.0.0.0/99' }, 'TRUST_PROXY must list addresses or networks'],
  [{ TRUST_PROXY: '127.0.0.1, ::/0' }, "TRUST_PROXY must list addresses or networks, not '::/0'"],
  [{ TRUST_PROXY: '10.0.0.1/00' }, 'TRUST_PROXY must list addresses or networks'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ SECRET: 'short' }, 'SECRET must have at least 32 characters'],
])('%j is refused in one clear line', (env, message) => {
  const reading = () => read(env);
  expect(reading).toThrow(SettingError);
  expect(reading).toThrow(message);
  expect(reading).not.toThrow('\n');
});

describe('The secret', () => {
  const file = () => path.join(folder, 'secret');

  test('is made once, also where a killed start left it empty, kept, and nobody else may read it; that of the settings wins', () => {
    for (const left of [null, '']) {
      if (left !== null) writeFileSync(file(), left);
      const { secret } = read();
      expect(secret).toMatch(/^[0-9a-f]{64}$/);
      expect([read().secret, readFileSync(file(), 'utf8')]).toEqual([secret, secret]);
      expect(statSync(file()).mode & 0o077).toBe(0);
    }
    expect(read({ SECRET: 's'.repeat(32) }).secret).toBe('s'.repeat(32));
  });

  test('a DATA_DIR that is a file is refused in one line', () => {
    const place = path.join(folder, 'file');
    writeFileSync(place, '');
    expect(() => read({ DATA_DIR: place })).toThrow(/^DATA_DIR .* can't be made/);
  });
});

test('a name that is almost one of ours is told, one that is ours or of others is not', () => {
  const meant = (names: string) => misspelt(Object.fromEntries(names.split(' ').map((name) => [name, ''])));
  expect(meant('DATABSE_URL PUBLIC_ULR DATADIR smtp_url FILE_URL MAIL_FRON PROT DATABASE_URLS')).toEqual([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['smtp_url', 'SMTP_URL'],
    ['FILE_URL', 'FILES_URL'],
    ['MAIL_FRON', 'MAIL_FROM'],
    ['PROT', 'PORT'],
    ['DATABASE_URLS', 'DATABASE_URL'],
  ]);
  expect(meant('HOME HOSTNAME PORTS MAIL LOGNAME DATABASE_URL NODE_OPTIONS PWD')).toEqual([]);
});

test('STOP_LEAD is read where SHUTDOWN_DELAY is not set, and reported', () => {
  expect(read({ STOP_LEAD: '5' }).shutdownDelay).toBe(5_000);
  expect(read({ STOP_LEAD: '5', SHUTDOWN_DELAY: '2' }).shutdownDelay).toBe(2_000);
  expect(() => read({ STOP_LEAD: 'soon' })).toThrow('must be a number of seconds');
  expect(renamedSettings({ STOP_LEAD: '5' })).toEqual([['STOP_LEAD', 'SHUTDOWN_DELAY']]);
  expect(renamedSettings({ SHUTDOWN_DELAY: '5' })).toEqual([]);
});

test('docs/settings.md has every setting', () => {
  const text = readFileSync(path.join(projectRoot, 'docs/settings.md'), 'utf8');
  expect(settingNames.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
