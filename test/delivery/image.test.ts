import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { health, pages } from '#paths.ts';
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { isChaos, report, within } from '../helpers/chaos.ts';
import { freePort } from '../helpers/free-port.ts';
import { Client } from '../helpers/requests.ts';

const dockerfile = path.join(projectRoot, 'deploy/Dockerfile');

/** Why it can't be built here; null where it can. */
function whyNot(): string | null {
  if (!isChaos) return 'the image is built by npm run test:ops';
  if (process.getuid?.() !== 0) return 'only root may build an image';
  const missing = ['buildah', 'debootstrap'].find((program) => spawnSync(program, ['--version']).status !== 0);
  return missing ? `${missing} is not installed` : null;
}

test('The image is built by deploy/Dockerfile, and serves', async (context) => {
  const reason = whyNot();
  context.skip(reason !== null, reason ?? '');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-image-'));
  const store = ['--root', path.join(folder, 'store'), '--runroot', path.join(folder, 'run')];
  const buildah = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('buildah', [...store, ...args], { maxBuffer: 2 ** 28 });
    return stdout.trim();
  };
  onTestFinished(async () => {
    await buildah('umount', '--all');
    await buildah('rm', '--all');
    rmSync(folder, { recursive: true });
  });

  const root = path.join(folder, 'root');
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root], { stdio: 'ignore' });
  for (const image of baseImages()) {
    if (isNode(image)) addNode(root);
    const container = await buildah('from', 'scratch');
    await buildah('add', '--quiet', container, root, '/');
    await buildah('commit', '--quiet', '--rm', container, `docker.io/library/${image}`);
  }
  const begun = performance.now();
  const host = ['--isolation', 'chroot', '--network', 'host'];
  const how = ['--pull-never', '--format', 'docker', '--file', dockerfile, '--tag', 'prangon'];
  await buildah('build', ...host, ...how, projectRoot);
  const built = Math.round((performance.now() - begun) / 1_000);

  const container = await buildah('from', '--pull-never', 'localhost/prangon');
  const inspected = JSON.parse(await buildah('inspect', '--type=image', 'localhost/prangon'));
  const { Entrypoint, Cmd, User }: { Entrypoint: string[]; Cmd: string[]; User: string } = inspected.OCIv1.config;
  const port = await freePort();
  const env = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  const set = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const running = spawn('buildah', [...store, 'run', ...host, ...set, container, '--', ...Entrypoint, ...Cmd], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output = text(running.stdout);
  const client = new Client(env.PUBLIC_URL);
  const status = (address: string) =>
    client.get(address).then(
      ({ status }) => status,
      () => 0,
    );
  expect(await within(60_000, async () => (await status(health.ready)) === 200)).toBe(true);
  expect([User, await status(pages.home)]).toEqual(['10001', 200]);
  client.close();
  running.kill('SIGTERM');
  await once(running, 'exit');
  expect(await output).toContain('The back office at');
  report(context, { what: 'the image', measured: `built in ${built} s`, goal: '/readyz 200' });
});

/** What it begins with, last the one with Node, which is added to the same Debian. */
function baseImages(): string[] {
  const images = [...readFileSync(dockerfile, 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  return images.sort((a, b) => Number(isNode(a)) - Number(isNode(b)));
}

function isNode(image: string): boolean {
  return image.startsWith('node:');
}

/** The Node of these tests and the machine's npm, which asks the same registry from there. */
function addNode(root: string): void {
  const npm = (...args: string[]) => execFileSync('npm', args, { encoding: 'utf8' }).trim();
  const local = path.join(root, 'usr/local');
  cpSync(process.execPath, path.join(local, 'bin/node'));
  cpSync(path.join(npm('root', '--global'), 'npm'), path.join(local, 'lib/npm'), { recursive: true });
  symlinkSync('../lib/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
  const { registry, cafile } = JSON.parse(npm('config', 'list', '--json'));
  if (cafile) cpSync(cafile, path.join(root, 'etc/npm-ca.crt'));
  const settings = [`registry=${registry}`, ...(cafile ? ['cafile=/etc/npm-ca.crt'] : [])];
  writeFileSync(path.join(local, 'lib/npm/npmrc'), settings.join('\n'));
}
