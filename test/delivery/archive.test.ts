// @module-tag full
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, calls, pages } from '#paths.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { CsrfGuard } from '../../src/platform/http/csrf.server.ts';
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { editProgram, releaseKey, repack } from '../helpers/archive.ts';
import { BuiltServer, secret } from '../helpers/built-server.ts';
import { isChaos, report } from '../helpers/chaos.ts';
import { drawnPng } from '../helpers/content.ts';
import { loadNow } from '../helpers/figures.ts';
import type { Store } from '../helpers/store.ts';

const { version } = packageFile;
const archive = `dist-pack/prangon-${version}.tar.gz`;
/** Who has no rights; where the tests may not become somebody else, they have few themselves. */
const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let folder: string;
/** The repository as the image is built of it. */
let context: string;
/** Where the archive lies unpacked. */
let program: string;
/** Node, where that somebody may read it: a checkout may lie in somebody else's home. */
let node: string;
let printed: string;
let store: Store;

beforeAll(() => {
  context = buildContext();
  printed = pack(context);
  folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-archive-'));
  chmodSync(folder, 0o755);
  node = path.join(folder, 'node');
  copyFileSync(process.execPath, node);
  execFileSync('tar', ['-xzf', path.join(context, archive), '-C', folder]);
  program = path.join(folder, `prangon-${version}`);
  execFileSync('chmod', ['-R', 'a-w', program]);
  const home = mkdtempSync(path.join(os.tmpdir(), 'prangon-home-'));
  if (somebody.uid) chownSync(home, somebody.uid, somebody.gid);
  store = { kind: 'sqlite', dataDir: path.join(home, 'data'), databaseUrl: null, remove: async () => rmSync(home) };
}, 180_000);

afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', program]);
  for (const place of [folder, context]) rmSync(place, { recursive: true });
  rmSync(path.dirname(store.dataDir), { recursive: true });
});

/** What `Dockerfile.dockerignore` lets through, with a link to the packages, and the build: an image makes both itself. */
function buildContext(): string {
  const place = mkdtempSync(path.join(os.tmpdir(), 'prangon-context-'));
  const ignored = readFileSync(path.join(projectRoot, 'deploy/Dockerfile.dockerignore'), 'utf8');
  const patterns = [...ignored.matchAll(/^!(.+)$/gm)].map(([, pattern = '']) => pattern);
  for (const name of ['dist', ...globSync(patterns, { cwd: projectRoot })])
    cpSync(path.join(projectRoot, name), path.join(place, name), { recursive: true });
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(place, 'node_modules'));
  return place;
}

/** With fewer open files than there are to pack, as in some containers. */
function pack(cwd: string): string {
  const key = path.join(cwd, 'release.pem');
  writeFileSync(key, releaseKey.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const command = `ulimit -n 256; exec '${process.execPath}' scripts/pack.ts --key '${key}'`;
  return execFileSync('sh', ['-c', command], { cwd, encoding: 'utf8', stdio: 'pipe' });
}

/** By Node alone, with nothing of the repository in reach. */
async function run(args: string[], env: Record<string, string> = {}): Promise<{ code: number; out: string }> {
  const cwd = path.dirname(store.dataDir);
  const options = { cwd, env: { DATA_DIR: store.dataDir, SECRET: secret, ...env }, ...somebody };
  try {
    const { stdout, stderr } = await promisify(execFile)(node, args, options);
    return { code: 0, out: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout + stderr };
  }
}

/** What the image says of itself, with the folder of this archive. */
function inImage(word: 'ENTRYPOINT' | 'CMD' | 'HEALTHCHECK .*CMD'): string[] {
  const dockerfile = readFileSync(path.join(projectRoot, 'deploy/Dockerfile'), 'utf8');
  const words = new RegExp(`^${word} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]';
  return (JSON.parse(words) as string[]).map((one) => one.replace('/opt/prangon', program));
}

describe('The archive', () => {
  test('is small though it has the sample content, and says how small', (context) => {
    for (const place of ['db/sample/pictures', 'db/sample/files'])
      expect(readdirSync(path.join(program, place))).toEqual(readdirSync(path.join(projectRoot, place)));
    const sizes = readdirSync(program, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(path.join(entry.parentPath, entry.name)).size);
    const megabytes = (sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20).toFixed(1);
    const [packed = ''] = /[\d.]+ MB/.exec(printed) ?? [];
    report(context, {
      what: 'the archive',
      measured: `${packed}; unpacked ${megabytes} MB in ${sizes.length + 1} files`,
      goal: '≤ 120 MB unpacked',
    });
    expect(printed).toContain(`unpacked  ${megabytes} MB in ${sizes.length + 1} files`);
    expect(Number(megabytes)).toBeLessThanOrEqual(120);
  });

  test('is signed, and has the public key for the next one', () => {
    const sums = execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: program });
    expect(String(sums)).toBe('');
    expect(printed).toContain('signed    yes');
    const pem = releaseKey.publicKey.export({ type: 'spki', format: 'pem' });
    expect(readFileSync(path.join(program, 'release-keys.pem'), 'utf8')).toBe(pem);
    expect(globSync('**/release.pem', { cwd: program })).toEqual([]);
  });

  test('says whose parts are in it, with their licences; the list of parts for scanners lies beside it', () => {
    const sbom = readFileSync(path.join(context, 'dist-pack/sbom.cdx.json'), 'utf8');
    const parts = JSON.parse(sbom).components.map(({ name }: { name: string }) => name);
    expect(parts).toEqual(expect.arrayContaining(['fastify', 'kysely', 'react']));
    expect(parts).not.toContain('vitest');
    const notices = readFileSync(path.join(program, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const said of ['noto-sans-bengali', 'SIL OPEN FONT LICENSE', 'fastify', 'libvips', 'GNU LESSER GENERAL'])
      expect(notices).toContain(said);
  });

  test('has every library that its program names', async () => {
    const code = readdirSync(path.join(program, 'dist/server'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(path.join(program, 'dist/server', name), 'utf8'));
    const named = code.flatMap((text) => [
      ...text.matchAll(/^(?:import|export) .*?(?:from )?"([^".][^"]*)";$|\bimport\("([^".][^"]*)"\)/gm),
    ]);
    const all = new Set(named.map(([, first, second]) => first ?? second ?? ''));
    const libraries = [...all].filter((library) => !library.startsWith('node:'));
    expect(libraries).toEqual(expect.arrayContaining(['sharp', 'pg', '@aws-sdk/client-s3']));
    // What runs on standard input looks for libraries from its folder on.
    const script = libraries.map((library) => `await import(${JSON.stringify(library)});`).join('\n');
    const args = ['--input-type=module', '--eval', `process.chdir('/');\n${script}`];
    const { stderr } = await promisify(execFile)(node, args, { cwd: program, env: {}, ...somebody });
    expect(stderr.replaceAll(/^\(.*\n/gm, '')).toBe('');
  });

  test('says which Node it needs where that is too old', async () => {
    const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.20.0' } })";
    const imported = `--import=data:text/javascript,${encodeURIComponent(older)}`;
    const { code, out } = await run([imported, path.join(program, 'prangon'), 'version']);
    const line = 'Node 22.20.0 is too old; 24.15 or newer is needed. Get one from https://nodejs.org/en/download\n';
    expect([code, out]).toEqual([1, line]);
    const { engines } = JSON.parse(readFileSync(path.join(program, 'package.json'), 'utf8'));
    expect(engines.node).toBe('>=24.15');
  });

  test('runs on Node alone in a folder that nobody can write, for somebody without rights', async (context) => {
    const [, ...entry] = inImage('ENTRYPOINT');
    const start = { file: node, args: [...entry, ...inImage('CMD')], cwd: '/', ...somebody };
    const admin = { ADMIN_EMAIL: 'admin@prangon.example', ADMIN_PASSWORD: 'শিউলি ফুটেছে ১২৩' };
    const begun = performance.now();
    const server = await BuiltServer.startProgram(start, store, admin);
    await server.ready();
    const started = Math.round(performance.now() - begun);

    const home = await server.get(pages.home);
    expect(home.status).toBe(200);
    const script = /"(\/assets\/[\w.-]+\.js)"/.exec(home.text)?.[1] ?? '';
    // Drawn with fonts, by a library that is no JavaScript.
    const card = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(home.text)?.[1] ?? '';

    const signedIn = await server.client.postJson(
      calls.login,
      { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
      { 'x-csrf-token': new CsrfGuard({ secret, publicUrl: server.url }).token() },
    );
    expect(signedIn.status, signedIn.text).toBe(200);
    const authorization = `Bearer ${signedIn.json<{ token: string }>().token}`;
    const uploaded = await server.client.send(adminCalls.uploads, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\nContent-Disposition: form-data; name="file"; filename="list.txt"\r\n\r\nthe list\r\n--b--\r\n',
    });
    expect(uploaded.status, uploaded.text).toBe(201);
    const { file_url } = uploaded.json<{ data: { file_url: string } }>().data;
    const image = `data:image/png;base64,${(await drawnPng(400, 300)).toString('base64')}`;
    const client = { title: 'শাপলা উচ্চ বিদ্যালয়', image };
    const pictured = await server.client.postJson(adminCalls.clients, client, { authorization });
    expect(pictured.status, pictured.text).toBe(201);
    const picture = /\/media\/[\w.-]+/.exec(pictured.text)?.[0] ?? '';
    for (const address of [script, card, file_url, picture])
      expect([address, (await server.get(address)).status]).toEqual([address, 200]);

    const prangon = path.join(program, 'prangon');
    const { port } = new URL(server.url);
    const [command = '', ...look] = inImage('HEALTHCHECK .*CMD');
    expect(command).toBe('node');
    const [told, doctor, backup, healthy] = await Promise.all([
      run([prangon, 'version']),
      run([prangon, 'doctor', '--json']),
      run([prangon, 'backup', 'everything.tar']),
      run(look, { PORT: port }),
    ]);
    expect(told.out).toBe(`Prangon ${version}, Node ${process.versions.node}\n`);
    expect(doctor.code, doctor.out).toBe(0);
    expect(backup.code, backup.out).toBe(0);
    expect(healthy.code, healthy.out).toBe(0);

    const asked = performance.now();
    server.process.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    const stopped = Math.round(performance.now() - asked);
    const measured = `${started} ms until it is ready, with an empty store; ${stopped} ms to stop${loadNow()}`;
    report(context, { what: 'the program of the archive', measured, goal: 'exit 0' });
    expect((await run(look, { PORT: port })).code).toBe(1);
  });

  test('updates itself, goes back where the new version is never ready, and goes on where it was killed', async (context) => {
    const opt = path.join(folder, 'opt');
    const old = path.join(opt, `prangon-${version}`);
    cpSync(program, old, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'u+w', old]);
    symlinkSync(path.basename(old), path.join(opt, 'prangon'));
    const command = path.join(opt, 'prangon/prangon');
    const dataDir = path.join(path.dirname(store.dataDir), 'updated');
    const start = { file: node, args: [command, 'start'], cwd: '/', ...somebody, detached: true };
    const server = await BuiltServer.startProgram(start, { ...store, dataDir }, {});
    await server.ready();

    const env: Record<string, string> = { DATA_DIR: dataDir, PORT: new URL(server.url).port };
    const update = (file: string, wait = 15) =>
      spawn(node, [command, 'update', file, '--wait', String(wait)], { cwd: opt, env });
    const finish = async (file: string, wait?: number) => {
      const running = update(file, wait);
      const [out, err, [code]] = await Promise.all([text(running.stdout), text(running.stderr), once(running, 'exit')]);
      return { code, out: out + err, runs: readlinkSync(path.join(opt, 'prangon')) };
    };
    const after = (place: string) => appendFileSync(path.join(place, 'THIRD-PARTY-NOTICES.txt'), 'x');
    const damaged = repack(old, '9.9.9', releaseKey.privateKey, { after });
    const refused = await finish(damaged);
    expect(refused).toMatchObject({ code: 1, runs: `prangon-${version}` });
    expect(refused.out).toContain('is not as it was packed:');

    let [sent, isOver] = [0, false];
    const failures: unknown[] = [];
    const visiting = (async () => {
      for (; !isOver; sent++) {
        const lead = { name: 'আব্দুর রহিম', institute_name: `শাপলা ${sent}`, number: `017${10_000_000 + sent}` };
        const body = { ...lead, email: `sender${sent}@shapla.example` };
        const from = `127.8.${sent >> 6}.${1 + (sent & 63)}`;
        const token = new CsrfGuard({ secret, publicUrl: `http://localhost:${env.PORT}` }).token();
        const asked = server.client.postJson(calls.demoRequest, body, { 'x-csrf-token': token }, from);
        await asked.then(
          ({ status, text: said }) => status === 201 || failures.push([status, said]),
          (error) => failures.push(error),
        );
        await sleep(50);
      }
    })();
    const before = (place: string) => {
      editProgram(place, /"[./]*db\/migrations\/001-content\.ts":/, (key) => {
        const later = '{ up: (db) => db.schema.createTable("later").addColumn("id", "integer").execute() }';
        return `${key.replace('001-content', '999-later')} ${later},\n${key}`;
      });
      editProgram(place, /readiness\.prepared = true;/, () => 'await new Promise(() => {});');
    };
    const undone = await finish(repack(old, '9.9.8', releaseKey.privateKey, { before }), 5);
    expect(undone, undone.out).toMatchObject({ code: 1, runs: `prangon-${version}` });
    expect(undone.out).toContain(`9.9.8 was not ready within 5 s.\n${version} runs again, with all that was written`);

    const good = repack(old, '9.9.7', releaseKey.privateKey);
    env.BACKUP_PASSPHRASE = 'শাপলা ফুল ফোটে বর্ষায়';
    for (const step of isChaos ? ['Checking', 'Backup', 'Waiting'] : ['Waiting']) {
      const killed = update(good);
      let said = '';
      for await (const piece of killed.stderr) {
        said += piece;
        if (said.includes(step)) killed.kill('SIGKILL');
      }
      expect(said).toContain(step);
    }
    const done = await finish(good);
    expect(done, done.out).toMatchObject({ code: 0, runs: 'prangon-9.9.7' });
    expect(done.out).toContain(`from ${version} to 9.9.7 was cut off. It goes on with the switch.\n9.9.7 was ready`);
    isOver = true;
    await visiting;
    expect(failures).toEqual([]);

    const database = new DatabaseSync(path.join(dataDir, 'prangon.sqlite'), { readOnly: true });
    expect(database.prepare('select count(*) as kept from demo_requests').get()).toEqual({ kept: sent });
    expect(database.prepare("select * from sqlite_master where name = 'later'").all()).toEqual([]);
    database.close();
    expect(readdirSync(opt).sort()).toEqual(['prangon', `prangon-${version}`, 'prangon-9.9.7', 'prangon-9.9.8']);
    expect(readdirSync(dataDir)).not.toContain('update');
    const backups = path.join(dataDir, 'backups');
    const moments = readdirSync(path.join(backups, 'moments'));
    expect(moments.filter((name) => name.includes('.aes-'))).not.toEqual([]);
    const restored = { DATA_DIR: `${dataDir}-restored`, BACKUP_PASSPHRASE: env.BACKUP_PASSPHRASE };
    const back = await run([command, 'restore', backups, '--check'], restored);
    expect(back, back.out).toMatchObject({ code: 0 });
    const measured = `${sent} requests meanwhile, ${failures.length} failed`;
    report(context, { what: 'updates, one undone, the others killed on the way', measured, goal: '0 failed, 0 lost' });
  });

  test('does not stay where what was packed does not run', () => {
    for (const chunk of globSync('dist/server/!(prangon).js', { cwd: context })) rmSync(path.join(context, chunk));
    expect(() => pack(context)).toThrow('The archive does not run, and was removed.');
    expect(existsSync(path.join(context, archive))).toBe(false);
  });
});
