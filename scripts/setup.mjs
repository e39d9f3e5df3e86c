// Plain JavaScript for Node 20 and newer: this runs before anything is installed, and installs Node 26.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const installStamp = path.join(root, 'node_modules/.prangon-installed');
const buildStamp = path.join(root, 'dist/.built-from');

export async function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Node 20.19 or newer is needed; this is ${process.version}. Get one from https://nodejs.org/en/download`);
  const wanted = hashOf([path.join(root, 'package-lock.json')]);
  if (readStamp(installStamp) === wanted) return;
  console.log('Installing packages (once, from one minute to some, as the network is) …');
  const begun = Date.now();
  let counted = 0;
  const progress = setInterval(() => {
    const count = countPackages();
    const still = count === counted ? ', npm is still at work' : '';
    console.log(`  ${Math.round((Date.now() - begun) / 1_000)} s, ${count} packages so far${still} …`);
    counted = count;
  }, 10_000);
  // npm passes its own path; without npm it is looked up in PATH.
  const npm = process.env.npm_execpath;
  // One package has a script (@swc/core), which only looks whether its binary is there.
  const ci = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const running = npm
    ? spawn(process.execPath, [npm, ...ci], inherit())
    : spawn('npm', ci, { ...inherit(), shell: process.platform === 'win32' });
  const [status] = await once(running, 'exit').catch(() => [1]);
  clearInterval(progress);
  if (status !== 0) fail('The packages could not be installed. Is the npm registry in reach?');
  // Header files for native add-ons: 67 MB that nothing here needs.
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (/^node-(bin-)?(linux|darwin|win)-/.test(name))
      rmSync(path.join(root, 'node_modules', name, 'include'), { recursive: true, force: true });
  writeFileSync(installStamp, wanted);
}

function countPackages() {
  const modules = path.join(root, 'node_modules');
  return existsSync(modules) ? readdirSync(modules).filter((name) => !name.startsWith('.')).length : 0;
}

export function ensureBuilt() {
  const places = ['src', 'db', 'package-lock.json', 'vite.config.ts', 'vite.server.config.ts'];
  const files = places.flatMap((name) => filesBelow(path.join(root, name)));
  const sources = files.filter((file) => !/\.test\.tsx?$/.test(file));
  const wanted = hashOf(sources);
  if (readStamp(buildStamp) === wanted) return;
  console.log('Building (some seconds) …');
  // Without its stamp an interrupted build is repeated.
  rmSync(buildStamp, { force: true });
  runTool('scripts/build.ts');
  writeFileSync(buildStamp, wanted);
}

/** The machine's own Node where it is new enough, else the one that npm installed for this platform. */
export function nodeProgram() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 15)) return process.execPath;
  const [system, suffix] = process.platform === 'win32' ? ['win', '.exe'] : [process.platform, ''];
  const names = ['node', 'node-bin'].map((prefix) => `${prefix}-${system}-${process.arch}/bin/node${suffix}`);
  const brought = names.map((name) => path.join(root, 'node_modules', name)).find((file) => existsSync(file));
  return (
    brought ??
    fail('npm has no Node for this machine, and 24.15 is needed. Get one from https://nodejs.org/en/download')
  );
}

export function runTool(file, ...args) {
  const done = spawnSync(nodeProgram(), [path.join(root, file), ...args], inherit());
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/**
 * Replaces this process by a program on that Node: forwards signals and exits with its code. If this process is killed,
 * the program notices by the IPC channel.
 */
export function become(...args) {
  const child = spawn(nodeProgram(), args, { ...inherit(), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  endWithNpm(() => child.kill('SIGTERM'));
}

/** If npm is killed, this process notices: npm is its parent, or the parent of the shell in between. */
export function endWithNpm(stop) {
  // Without npm the parent may exit first, as with `nohup … &`.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npm = npmAbove(parent);
  const look = setInterval(() => {
    if (process.ppid === parent && isRunning(npm)) return;
    clearInterval(look);
    stop();
  }, 500);
}

function npmAbove(parent) {
  if (process.platform === 'win32') return parent;
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(parent)], { encoding: 'utf8' });
  // A container may have no `ps`.
  const [, above, name] = /^\s*(\d+)\s+(.+)/.exec(stdout ?? '') ?? [];
  return above === undefined || /^(node|npm)/.test(path.basename(name)) ? parent : Number(above);
}

function isRunning(id) {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

function inherit() {
  return { cwd: root, stdio: 'inherit' };
}

function filesBelow(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
