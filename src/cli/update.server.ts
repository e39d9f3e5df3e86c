import { execFileSync, type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CommandCall, CommandError, type ExitOutcome, UsageError } from '#backup/command.server.ts';
import { acquireLock } from '#backup/fill.server.ts';
import { health } from '#paths.ts';
import { programVersion, projectRoot } from '#platform/settings/project-root.server.ts';
import { readSettings, type Settings } from '#platform/settings/settings.server.ts';
import { updateFiles } from '#platform/update-files.server.ts';
import { readRelease, releaseFiles } from './release.server.ts';

/** In `prepare` nothing is switched yet. */
interface State {
  step: 'prepare' | 'switch' | 'back';
  from: string;
  to: string;
  /** What `prangon restore` is given on the way back. */
  backup: string;
}

interface Run {
  call: CommandCall;
  settings: Settings;
  files: ReturnType<typeof updateFiles>;
  /** Milliseconds for the new version. */
  wait: number;
  lines: string[];
}

/** Milliseconds after which systemd and the supervisor kill a server that does not stop. */
const killTimeout = 60_000;

/** All versions lie beside each other; the link leads to the one that runs. */
const place = path.dirname(projectRoot);
const link = path.join(place, 'prangon');
const unpacked = path.join(place, '.prangon-unpacked');
/** Beside the program: in DATA_DIR the server's user could write it, or lead it elsewhere, and root reads it. */
const stateFile = path.join(place, '.prangon-update.json');
const folderOf = (version: string) => path.join(place, `prangon-${version}`);

/** May be killed at any moment: the next run says how far it came, and goes on from there. */
export async function update(call: CommandCall): Promise<ExitOutcome> {
  const settings = readSettings(call.env, false);
  const { dataDir } = settings;
  const wait = Number(call.options.wait ?? 60) * 1_000;
  if (!(wait > 0)) throw new UsageError('--wait is a number of seconds.');
  if (!existsSync(link) || realpathSync(link) !== projectRoot)
    throw new CommandError(`${link} is no link to this program, so there is nothing to switch: see docs/update.md.`);
  process.umask(0o022);
  const unlock = acquireLock(path.join(place, '.prangon-update.lock'), 'Another update is running right now.');
  return begin({ call, settings, files: updateFiles(dataDir), wait, lines: [] }).finally(unlock);
}

async function begin(run: Run): Promise<ExitOutcome> {
  const earlier: State | null = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : null;
  if (earlier) run.lines.push(`An update from ${earlier.from} to ${earlier.to} was cut off. ${resumed[earlier.step]}`);
  if (earlier?.step === 'switch') return goForward(run, earlier);
  if (earlier?.step === 'back') return goBack(run, earlier);
  const prepared = await prepare(run).catch((error: unknown) => {
    clean(run);
    throw error;
  });
  return goForward(run, prepared);
}

const resumed = {
  prepare: 'Nothing had been switched; it begins anew.',
  switch: 'It goes on with the switch.',
  back: 'It goes on with the way back.',
};

async function prepare(run: Run): Promise<State> {
  const { call, settings, files, lines } = run;
  const { dataDir, port } = settings;
  const archive = path.resolve(call.words[0] ?? '');
  const from = programVersion();
  if (!(await isReady(settings, port)))
    throw new CommandError('The server does not run, or is not ready. Mend that first: `prangon doctor` helps.');
  if (!existsSync(archive)) throw new CommandError(`${archive} is not there.`);
  call.progress.begin(`Checking ${archive}`);
  const bytes = readFileSync(archive);
  const to = await unpackNewer(bytes, call.options.unsigned === true).catch(({ message }: Error) => {
    throw new CommandError(`${archive} is not taken: ${message}. Nothing was changed.`);
  });
  lines.push(`${archive} is whole: version ${to}, SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`);
  execute(run, 'The new version does not run here', [path.join(unpacked, 'prangon'), 'version'], {});

  asOwner(dataDir, () => mkdirSync(files.folder, { recursive: true, mode: 0o700 }));
  const state: State = { step: 'prepare', from, to, backup: '' };
  write(state);
  rmSync(folderOf(to), { recursive: true, force: true });
  renameSync(unpacked, folderOf(to));
  spawnSync('sync', ['--file-system', place]);
  call.progress.begin('Backup');
  const env = { ...call.env, DATA_DIR: dataDir, BACKUPS: '1', BACKUP_URL: '' };
  execute(run, 'The backup failed', [path.join(link, 'prangon'), 'backup'], env);
  const backup = `${path.join(dataDir, 'backups')} --at ${new Date().toISOString()}`;
  lines.push(`Backup: ${backup}`);
  return write({ ...state, backup, step: 'switch' });
}

async function unpackNewer(archive: Buffer, isUnsigned: boolean): Promise<string> {
  const file = path.join(projectRoot, releaseFiles.keys);
  const keys = existsSync(file) ? readFileSync(file, 'utf8').split(/(?=-----BEGIN)/) : [];
  const { version, unpack } = await readRelease(archive, isUnsigned ? null : keys);
  const from = programVersion();
  if (version.localeCompare(from, 'en', { numeric: true }) <= 0)
    throw new Error(`it has version ${version}, and ${from} runs`);
  rmSync(unpacked, { recursive: true, force: true });
  await unpack(unpacked);
  return version;
}

async function goForward(run: Run, state: State): Promise<ExitOutcome> {
  const { to } = state;
  const { lines, wait } = run;
  const begun = performance.now();
  if (!(await startVersion(run, to, wait))) {
    lines.push(`${to} was not ready within ${wait / 1_000} s.`);
    return goBack(run, state);
  }
  lines.push(
    `${to} was ready after ${Math.round((performance.now() - begun) / 1_000)} s.`,
    'The version before stays beside it, for the way back.',
  );
  clean(run);
  return outcome(run, state, to);
}

async function goBack(run: Run, state: State): Promise<ExitOutcome> {
  const { from, to, backup } = state;
  const { copy, servedCopy, putBack } = run.files;
  if (existsSync(servedCopy)) {
    run.lines.push(
      "It served for a while after it had changed the database, which the version before can't read: what was written since",
      'would be lost on the way back, so it stays. Mend it (the log of the server says what it lacks), or go back by hand',
      `to ${backup}: docs/update.md says how.`,
    );
    clean(run);
    return outcome(run, state, to, true);
  }
  write({ ...state, step: 'back' });
  asOwner(run.settings.dataDir, () => existsSync(copy) && renameSync(copy, putBack));
  if (await startVersion(run, from, killTimeout + run.wait)) {
    run.lines.push(
      `${from} runs again, with all that was written before. The errors of ${to} are in the log of the server: journalctl --unit prangon`,
    );
    clean(run);
  } else {
    run.lines.push(
      `${from} was switched back to, and is not ready either; the log of the server says why.`,
      `Where a newer Prangon made the store, restore ${backup}: docs/update.md says how.`,
    );
  }
  return outcome(run, state, from, true);
}

/** Switches the link and restarts what runs it: units of systemd, or a supervisor, which watches the link. */
async function startVersion({ call, settings, files }: Run, version: string, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  const { started } = files;
  call.progress.begin(`Waiting for ${version}`);
  const next = `${link}.next`;
  rmSync(next, { force: true });
  symlinkSync(path.basename(folderOf(version)), next);
  renameSync(next, link);
  const units = serviceUnits();
  for (const unit of units.length > 0 ? units : [null]) {
    if (unit) {
      asOwner(settings.dataDir, () => rmSync(started, { force: true }));
      spawnSync('systemctl', ['restart', '--no-block', unit]);
    }
    const port = portOf(unit, settings);
    while (!existsSync(started) || readFileSync(started, 'utf8') !== version || !(await isReady(settings, port))) {
      if (performance.now() > end) return false;
      await sleep(200);
    }
  }
  return true;
}

/** The units that run this program, one an instance. */
function serviceUnits(): string[] {
  if (!existsSync('/run/systemd/system')) return [];
  const show = ['show', '--property=Id,ExecStart,ActiveState', 'prangon.service', 'prangon@*.service'];
  const units = execFileSync('systemctl', show, { encoding: 'utf8' }).split('\n\n');
  const isOurs = (unit: string) => unit.includes(`${link}/`) && !unit.includes('ActiveState=inactive');
  return units.flatMap((unit) => (isOurs(unit) ? [/^Id=(.*)$/m.exec(unit)?.[1] ?? ''] : []));
}

function portOf(unit: string | null, { port }: Settings): number {
  return Number(/@(\d+)\./.exec(unit ?? '')?.[1] ?? port);
}

/** The ports of this machine's instances that do not answer, or are not ready. */
export async function portsNotReady(settings: Settings): Promise<number[]> {
  const units = serviceUnits();
  const ports = units.length > 0 ? units.map((unit) => portOf(unit, settings)) : [settings.port];
  const answers = await Promise.all(ports.map((port) => isReady(settings, port)));
  return ports.filter((_, at) => !answers[at]);
}

async function isReady({ host }: Settings, port: number): Promise<boolean> {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}${health.ready}`;
  return fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** @throws {CommandError} with what the program said; for what runs before the switch, as the user of the server */
function execute({ settings }: Run, failure: string, args: string[], env: SpawnSyncOptions['env']): void {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, { cwd: '/', env, ...owner(settings) });
  if (status === 0) return;
  throw new CommandError(`${failure}, so nothing was changed: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
}

function owner({ dataDir }: Pick<Settings, 'dataDir'>) {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(dataDir);
  return { uid, gid };
}

/** In DATA_DIR its owner may lead root by links to any other place. */
function asOwner(dataDir: string, work: () => unknown): void {
  const { uid = 0, gid = 0 } = owner({ dataDir });
  if (uid === 0) return void work();
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

function write(state: State): State {
  const next = `${stateFile}.next`;
  writeFileSync(next, JSON.stringify(state), { flush: true, mode: 0o600 });
  renameSync(next, stateFile);
  return state;
}

function clean({ files, settings }: Run): void {
  rmSync(unpacked, { recursive: true, force: true });
  rmSync(stateFile, { force: true });
  asOwner(settings.dataDir, () => rmSync(files.folder, { recursive: true, force: true }));
}

function outcome({ lines }: Run, { from, to, backup }: State, runs: string, failed = false): ExitOutcome {
  return { facts: { from, to, backup, runs, lines }, text: lines.join('\n'), failed };
}
