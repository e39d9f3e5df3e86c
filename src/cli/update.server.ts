import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { health } from '#paths.ts';
import { programVersion, projectRoot } from '#platform/settings/project-root.server.ts';
import { readSettings, type Settings } from '#platform/settings/settings.server.ts';
import { updateFiles } from '#platform/update-files.server.ts';
import { type CommandCall, CommandError, type ExitOutcome, errorMessage, UsageError } from './command.server.ts';
import { lockFolder } from './portable/fill.server.ts';

/** Where an update is: nothing is switched yet, the new version is on its way, or the one before is. */
interface Update {
  step: 'prepare' | 'switch' | 'back';
  from: string;
  to: string;
  backup: string;
}

/** Seconds to wait for the new version, and milliseconds that a server that hangs may take to be killed. */
const waits = { ready: 60, kill: 60_000 };

/** All versions lie beside each other; this link names the one that runs. */
const place = path.dirname(projectRoot);
const link = path.join(place, 'prangon');
const unpacked = path.join(place, '.prangon-unpacked');

/** Safe to kill at any moment: the next run says how far it came, and goes on from there. */
export async function update(call: CommandCall): Promise<ExitOutcome> {
  const settings = readSettings(call.env, false);
  if (!existsSync(link) || realpathSync(link) !== projectRoot)
    throw new CommandError(`${link} is no link to this program, so there is nothing to switch: see docs/update.md.`);
  const updater = new Updater(call, settings);
  const unlock = lockFolder(path.join(settings.dataDir, 'update.lock'), 'Another update is running right now.');
  process.umask(0o022);
  return updater.run().finally(unlock);
}

class Updater {
  readonly #call: CommandCall;
  readonly #settings: Settings;
  readonly #files: ReturnType<typeof updateFiles>;
  readonly #wait: number;
  readonly #lines: string[] = [];

  constructor(call: CommandCall, settings: Settings) {
    this.#call = call;
    this.#settings = settings;
    this.#files = updateFiles(settings.dataDir);
    this.#wait = Number(call.options.wait ?? waits.ready) * 1_000;
    if (!(this.#wait > 0)) throw new UsageError('--wait is a number of seconds.');
  }

  async run(): Promise<ExitOutcome> {
    const { state } = this.#files;
    const earlier: Update | null = existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : null;
    if (earlier) this.#say(`An update from ${earlier.from} to ${earlier.to} was cut off. ${resumed[earlier.step]}`);
    if (earlier?.step === 'switch') return this.#switch(earlier);
    if (earlier?.step === 'back') return this.#goBack(earlier);
    // Before the switch nothing that runs was touched.
    const prepared = await this.#prepare().catch((error: unknown) => {
      this.#end();
      throw error;
    });
    return this.#switch(prepared);
  }

  async #prepare(): Promise<Update> {
    const archive = path.resolve(this.#call.words[0] ?? '');
    const from = programVersion();
    if (!(await this.#isReady(this.#settings.port)))
      throw new CommandError('The server does not run, or is not ready. Mend that first: `prangon doctor` helps.');
    this.#progress(`Checking ${archive}`);
    const hash = await unpack(archive);
    const [name = ''] = readdirSync(unpacked);
    const to = checkProgram(path.join(unpacked, name), archive);
    if (to.localeCompare(from, 'en', { numeric: true }) <= 0)
      throw new CommandError(`${archive} has version ${to}; ${from} runs. Nothing was changed.`);
    this.#say(`${archive} is whole: version ${to}, SHA-256 ${hash}`);

    const { folder } = this.#files;
    const backups = path.join(this.#settings.dataDir, 'backups');
    const backup = path.join(backups, `before-${to}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar`);
    const begun: Update = { step: 'prepare', from, to, backup };
    for (const made of [folder, backups]) this.#makeOwned(made);
    this.#write(begun);
    rmSync(folderOf(to), { recursive: true, force: true });
    renameSync(path.join(unpacked, name), folderOf(to));
    spawnSync('sync', ['--file-system', place]);
    this.#progress('Backup');
    this.#runBackup(backup);
    this.#say(`Backup: ${backup}`);
    const ready: Update = { ...begun, step: 'switch' };
    this.#write(ready);
    return ready;
  }

  async #switch(state: Update): Promise<ExitOutcome> {
    const { from, to } = state;
    const begun = performance.now();
    this.#progress(`Waiting for ${to}`);
    if (await this.#start(to, this.#wait)) {
      this.#say(`${to} was ready after ${Math.round((performance.now() - begun) / 1_000)} s.`);
      this.#say(`${folderOf(from)} stays, for the way back. Delete it when you no longer want it.`);
      this.#end();
      return this.#outcome(state, to);
    }
    this.#say(`${to} was not ready within ${this.#wait / 1_000} s.`);
    return this.#goBack(state);
  }

  async #goBack(state: Update): Promise<ExitOutcome> {
    const { from, to, backup } = state;
    const { copy, servedCopy, putBack } = this.#files;
    if (existsSync(servedCopy)) {
      this.#say(`It served for a while after it had migrated the database, which ${from} can't read: what was written`);
      this.#say(
        `since would be lost on the way back. Mend ${to} (the journal says what it lacks), and run this again;`,
      );
      this.#say(`or go back by hand to ${backup}: docs/update.md says how.`);
      return this.#outcome(state, to, true);
    }
    this.#write({ ...state, step: 'back' });
    if (existsSync(copy)) renameSync(copy, putBack);
    this.#progress(`Waiting for ${from}`);
    const isReady = await this.#start(from, waits.kill + this.#wait);
    if (isReady) {
      this.#say(
        `${from} runs again, with all that was written before. The journal of the server says what ${to} lacked.`,
      );
      this.#end();
    } else {
      this.#say(`${from} was switched back to, and is not ready either.`);
      this.#say(`Where it says that a newer Prangon made the store, restore ${backup}: docs/update.md says how.`);
    }
    return this.#outcome(state, from, true);
  }

  /** Switches to a version and restarts what runs it: units of systemd, or a supervisor that watches the link. */
  async #start(version: string, milliseconds: number): Promise<boolean> {
    const end = performance.now() + milliseconds;
    const { started } = this.#files;
    if (realpathSync(link) !== folderOf(version)) {
      const next = `${link}.next`;
      rmSync(next, { force: true });
      symlinkSync(path.basename(folderOf(version)), next);
      renameSync(next, link);
    }
    const units = serviceUnits();
    for (const unit of units.length > 0 ? units : [null]) {
      if (unit) {
        rmSync(started, { force: true });
        spawnSync('systemctl', ['restart', '--no-block', unit]);
      }
      const port = Number(/@(\d+)\./.exec(unit ?? '')?.[1] ?? this.#settings.port);
      const isUp = async () => existsSync(started) && readFileSync(started, 'utf8') === version && this.#isReady(port);
      while (!(await isUp())) {
        if (performance.now() > end) return false;
        await sleep(200);
      }
    }
    return true;
  }

  async #isReady(port: number): Promise<boolean> {
    const { host } = this.#settings;
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}${health.ready}`;
    return fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** By the version that runs, as the user of the server: root would leave files that the server can't write. */
  #runBackup(file: string): void {
    const { dataDir } = this.#settings;
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(link, 'prangon'), 'backup', file], {
      cwd: '/',
      encoding: 'utf8',
      env: { ...this.#call.env, DATA_DIR: dataDir },
      ...(process.getuid?.() === 0 && ownerOf(dataDir)),
    });
    if (status !== 0) throw new CommandError(`The backup failed, so nothing was changed: ${stdout}${stderr}`.trim());
  }

  #makeOwned(folder: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, gid } = ownerOf(this.#settings.dataDir);
    chownSync(folder, uid, gid);
  }

  #write(state: Update): void {
    const next = `${this.#files.state}.next`;
    writeFileSync(next, JSON.stringify(state), { flush: true });
    renameSync(next, this.#files.state);
  }

  #end(): void {
    rmSync(unpacked, { recursive: true, force: true });
    rmSync(this.#files.folder, { recursive: true, force: true });
  }

  #say(line: string): void {
    this.#lines.push(line);
  }

  #progress(what: string): void {
    this.#call.progress.begin(what);
  }

  #outcome({ from, to, backup }: Update, runs: string, failed = false): ExitOutcome {
    return { facts: { from, to, backup, runs, lines: this.#lines }, text: this.#lines.join('\n'), failed };
  }
}

const resumed = {
  prepare: 'Nothing had been switched; it begins anew.',
  switch: 'It goes on with the switch.',
  back: 'It goes on with the way back.',
};

/** Returns the SHA-256 of the archive. */
async function unpack(archive: string): Promise<string> {
  const hash = createHash('sha256');
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked);
  const bytes = createReadStream(archive).on('data', (chunk) => hash.update(chunk));
  await pipeline(bytes, createGunzip(), unpackTar(unpacked)).catch((error: unknown) => {
    throw new CommandError(`${archive} can't be unpacked: ${errorMessage(error)}. Nothing was changed.`);
  });
  return hash.digest('hex');
}

/**
 * Compares every file with its hash and runs the command once. Returns the version.
 * @throws {CommandError} if it is not as it was packed, or does not run here
 */
function checkProgram(folder: string, archive: string): string {
  const list = path.join(folder, 'SHA256SUMS');
  const sums = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const isWhole = sums.every((line) => {
    const [sum, file = ''] = line.split('  ');
    const unpackedFile = path.join(folder, file);
    return existsSync(unpackedFile) && createHash('sha256').update(readFileSync(unpackedFile)).digest('hex') === sum;
  });
  if (!isWhole || files.length !== sums.length + 1)
    throw new CommandError(`${archive} is not as it was packed. Nothing was changed.`);
  const { status, stderr } = spawnSync(process.execPath, [path.join(folder, 'prangon'), 'version'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new CommandError(`${archive} does not run here: ${stderr.trim()}. Nothing was changed.`);
  return programVersion(folder);
}

function folderOf(version: string): string {
  return path.join(place, `prangon-${version}`);
}

function ownerOf(folder: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

/** The units that run this program, one an instance. */
function serviceUnits(): string[] {
  if (!existsSync('/run/systemd/system')) return [];
  const show = ['show', '--property=Id,ExecStart,ActiveState', 'prangon.service', 'prangon@*.service'];
  const blocks = execFileSync('systemctl', show, { encoding: 'utf8' }).split('\n\n');
  const ours = blocks.filter((block) => block.includes(`${link}/`) && !block.includes('ActiveState=inactive'));
  return ours.map((block) => /^Id=(.*)$/m.exec(block)?.[1] ?? '');
}
