// @module-tag full
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { adminCalls, assets, media } from '#paths.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { readSettings, settingNames } from '../../src/platform/settings/settings.server.ts';
import { BuiltServer } from '../helpers/built-server.ts';
import { freePort } from '../helpers/free-port.ts';
import { Client } from '../helpers/requests.ts';
import { freshStore } from '../helpers/store.ts';

/** Of what `deploy/` has, this is what can be said without the programs that read it. */
const read = (name: string) => readFileSync(path.join(projectRoot, 'deploy', name), 'utf8');

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  environment: Record<string, string>;
  volumes: string[];
  depends_on?: Record<string, { condition: string }>;
}

const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
};
const services = Object.entries(compose.services);
const instances = services.filter(([, { build }]) => build).map(([, service]) => service);
const dockerfile = read('Dockerfile');
const lines = (word: string) =>
  [...dockerfile.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, rest = '']) => rest);

/** Those that are remarks, too. */
const serviceSettings = parseEnv(read('prangon.env').replaceAll(/^#(?=[A-Z_]+=)/gm, ''));

test('what Compose sets is a setting, and what .env.example asks for is what Compose reads', () => {
  expect(instances).toHaveLength(2);
  for (const { environment } of instances) {
    const names = Object.keys(environment).filter((name) => !name.startsWith('AWS_'));
    expect(settingNames).toEqual(expect.arrayContaining(names));
    expect(environment.TRUST_PROXY).toBe(compose.networks.default.ipam.config[0]?.subnet);
  }
  const wanted = new Set([...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
  expect(Object.keys(parseEnv(read('.env.example'))).sort()).toEqual([...wanted].sort());
});

test('instances take what Compose and the service set', () => {
  const filled = { ...parseEnv(read('.env.example')), SECRET: 'c'.repeat(64), ADMIN_EMAIL: 'admin@school.example' };
  const set = instances.map(({ environment }) => fillIn(environment, { ...filled, FILES_PASSWORD: 'f'.repeat(64) }));
  for (const env of [...set, serviceSettings]) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-settings-'));
    const { publicUrl } = readSettings({ ...env, NODE_ENV: 'production', DATA_DIR: folder });
    expect(publicUrl).toBe('https://www.example.com');
    rmSync(folder, { recursive: true });
  }
});

/** As Compose puts variables in their places. */
function fillIn(environment: Record<string, string>, variables: NodeJS.Dict<string>): Record<string, string> {
  const filled = Object.entries(environment).map(([name, value]) => [
    name,
    String(value).replaceAll(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => variables[variable] ?? ''),
  ]);
  return Object.fromEntries(filled);
}

test('no file has a secret', () => {
  const given = Object.entries(parseEnv(read('.env.example'))).filter(([name]) => /SECRET|PASSWORD|URL/.test(name));
  expect(given.filter(([, value]) => value !== '')).toEqual([]);
  const set = services.flatMap(([, { environment }]) => Object.entries(environment));
  const secret = set.filter(([name]) => /SECRET|PASSWORD|SMTP/.test(name));
  expect(secret.filter(([, value]) => !/^\$\{\w+(?:-|:\?.*)?\}$/.test(value))).toEqual([]);
});

test('every image has a version, and all files and services that are named are there', () => {
  const foreign = services.filter(([, { build }]) => !build).map(([, { image }]) => image);
  const images = [...foreign, ...lines('FROM')];
  expect(images.filter((image) => !/:\d+\.\d+/.test(image))).toEqual([]);

  const there = (from: string, name: string) => existsSync(path.join(projectRoot, from, name));
  const copied = lines('COPY').filter((line) => !line.startsWith('--from'));
  const sources = copied.flatMap((line) => line.split(' ').slice(0, -1));
  const kept = [...read('Dockerfile.dockerignore').matchAll(/^!([^*\n]+)$/gm)].map(([, name = '']) => name);
  expect([...sources, ...kept].filter((name) => !there('', name))).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining(sources.filter((name) => name !== '.')));

  for (const [name, { build, volumes, depends_on }] of services) {
    const [mounted, named] = [true, false].map((own) =>
      volumes.map((volume) => volume.split(':')[0] ?? '').filter((from) => from.startsWith('.') === own),
    );
    expect([name, mounted?.filter((file) => !there('deploy', file))]).toEqual([name, []]);
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named ?? []));
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(depends_on ?? {})));
    if (build) expect(there('deploy', path.join(build.context, build.dockerfile))).toBe(true);
  }
});

test('nginx knows the addresses that are kept, and that of uploads', () => {
  const site = read('nginx.conf');
  expect(site).toContain(`location ~ ^/(${[assets, media.prefix].map((prefix) => prefix.split('/')[1]).join('|')})/ {`);
  expect(site).toContain(`location = ${adminCalls.uploads} {`);
});

test('the service starts what the image starts, with settings that are some', () => {
  const words = ['ENTRYPOINT', 'CMD'].flatMap((word) => JSON.parse(lines(word)[0] ?? '') as string[]);
  expect(read('prangon.service')).toContain(`\nExecStart=/usr/local/bin/${words.join(' ')}\n`);
  expect(settingNames).toEqual(expect.arrayContaining(Object.keys(serviceSettings)));
  const environment = Object.entries(packageFile.config.serverEnvironment).map((pair) => pair.join('='));
  expect(read('prangon.service')).toContain(`\nEnvironment=${environment.join(' ')}\n`);
  expect(lines('ENV')).toContain(environment.join(' '));
});

test('systemd is told that the server is ready, and not before', async () => {
  const store = await freshStore('sqlite');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-notify-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  onTestFinished(store.remove);
  const notices = path.join(folder, 'notices');
  writeFileSync(path.join(folder, 'systemd-notify'), `#!/bin/sh\necho "$@" >> ${notices}\n`, { mode: 0o755 });
  const env = { NOTIFY_SOCKET: '/nowhere', PATH: `${folder}:${process.env.PATH}` };
  const waiting = await BuiltServer.start(store, { ...env, DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x' });
  await waiting.said('Trying again');
  expect(existsSync(notices)).toBe(false);
  const server = await BuiltServer.start(store, env);
  await server.ready();
  await expect.poll(() => existsSync(notices) && readFileSync(notices, 'utf8')).toBe('--ready\n');
  expect(read('prangon.service')).toContain('\nType=notify\nNotifyAccess=all\n');
});

const activate = '/usr/bin/systemd-socket-activate';

test('the server takes the socket that systemd passes on, by itself', async ({ skip }) => {
  skip(!existsSync(activate), 'systemd is not installed');
  const store = await freshStore('sqlite');
  onTestFinished(store.remove);
  const port = await freePort();
  const settings = ['DATA_DIR', 'SECRET', 'SAMPLE_CONTENT', 'LOG_LEVEL'].flatMap((name) => ['--setenv', name]);
  const start = [process.execPath, path.join(projectRoot, 'dist/server/prangon.js'), 'start'];
  const args = ['--listen', `127.0.0.1:${port}`, ...settings, ...start];
  const server = await BuiltServer.startProgram({ file: activate, args }, store, {});
  await server.said('Listening on');
  // The first connection starts it; PORT names another one, on which nothing listens.
  const client = new Client(`http://127.0.0.1:${port}`);
  expect((await client.get('/healthz')).status).toBe(200);
  await expect(server.get('/healthz')).rejects.toThrow('ECONNREFUSED');
  client.close();
  server.process.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

const systemdAnalyze = '/usr/bin/systemd-analyze';

test('systemd finds nothing wrong with the service', ({ skip }) => {
  skip(!existsSync(systemdAnalyze), 'systemd is not installed');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // It asks for the programs of the machine, where Node may lie elsewhere.
  const service = read('prangon.service').replace('/usr/local/bin/node', process.execPath);
  const socket = read('prangon.socket');
  // Several instances: the same files under the names of templates.
  for (const [name, port] of [['prangon'], ['prangon@', '%i']] as const) {
    writeFileSync(path.join(folder, `${name}.service`), service);
    writeFileSync(path.join(folder, `${name}.socket`), port ? socket.replace('3000', port) : socket);
  }
  const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` };
  const units = ['prangon', 'prangon@3001'].flatMap((name) => [`${name}.service`, `${name}.socket`]);
  expect(execFileSync(systemdAnalyze, ['verify', ...units], { encoding: 'utf8', stdio: 'pipe', env })).toBe('');
});
