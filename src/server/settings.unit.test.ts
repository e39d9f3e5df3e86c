import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings, SettingError } from './settings.server.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (env: Record<string, string> = {}) => readSettings({ DATA_DIR: folder, ...env });

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

  test('an empty value counts as none', () => {
    expect(read({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  test('PUBLIC_URL follows PORT, and loses a slash at its end', () => {
    expect(read({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(read({ PUBLIC_URL: 'https://prangon.example/' }).publicUrl).toBe('https://prangon.example');
  });

  test('the sample is not loaded in production, unless asked for', () => {
    expect(read({ NODE_ENV: 'production' }).sampleContent).toBe(false);
    expect(read({ NODE_ENV: 'production', SAMPLE_CONTENT: '1' }).sampleContent).toBe(true);
  });

  test('TRUST_PROXY lists addresses and networks', () => {
    expect(read({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }).trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8']);
  });
});

test.each([
  [{ PORT: 'abc' }, 'PORT must be a port number'],
  [{ PORT: '70000' }, 'PORT must be a port number'],
  [{ PORT: '-1' }, 'PORT must be a port number'],
  [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL must look like postgres://'],
  [{ DATABASE_URL: 'nonsense' }, 'DATABASE_URL must look like postgres://'],
  [{ PUBLIC_URL: 'prangon.example' }, 'PUBLIC_URL must look like https://'],
  [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL must be an e-mail address'],
  [{ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 10 characters'],
  [{ ADMIN_PASSWORD: 'long enough it is' }, 'ADMIN_PASSWORD needs ADMIN_EMAIL'],
  [{ SAMPLE_CONTENT: 'yes' }, 'SAMPLE_CONTENT must be 1 or 0'],
  [{ FILES_URL: 'https://bucket' }, 'FILES_URL must look like s3://'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must look like smtp://'],
  [{ TRUST_PROXY: 'true' }, "TRUST_PROXY must list addresses or networks, not 'true'"],
  [{ TRUST_PROXY: '10.0.0.0/99' }, 'TRUST_PROXY must list addresses or networks'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ SECRET: 'short' }, 'SECRET must have at least 32 characters'],
])('%j is refused in one clear line', (env, message) => {
  expect(() => read(env)).toThrow(SettingError);
  try {
    read(env);
  } catch (error) {
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toContain('\n');
  }
});

describe('The secret', () => {
  const file = () => path.join(folder, 'secret');

  test('is made once, kept, and nobody else may read it', () => {
    const { secret } = read();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(read().secret).toBe(secret);
    expect(statSync(file()).mode & 0o077).toBe(0);
  });

  test('is made anew where a killed start left it empty', () => {
    writeFileSync(file(), '');
    const { secret } = read();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(file(), 'utf8')).toBe(secret);
  });

  test('of the settings wins', () => {
    expect(read({ SECRET: 's'.repeat(32) }).secret).toBe('s'.repeat(32));
  });

  test('a DATA_DIR that is a file is refused in one line', () => {
    const place = path.join(folder, 'file');
    writeFileSync(place, '');
    expect(() => read({ DATA_DIR: place })).toThrow(/^DATA_DIR .* can't be made/);
  });
});
