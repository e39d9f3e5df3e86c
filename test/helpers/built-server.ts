import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import packageFile from '../../package.json' with { type: 'json' };
import { CsrfGuard } from '../../src/platform/http/csrf.server.ts';
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { environment } from './app.ts';
import { isChaos } from './chaos.ts';
import { freePort } from './free-port.ts';
import { type Answer, Client } from './requests.ts';
import type { Store } from './store.ts';

/** The same for every process of a test, so that a test can sign for it. */
export const secret = 'a secret of tests, 32 letters or more';

/** The token of today that each of them takes. */
export const csrfToken = () => new CsrfGuard({ secret, publicUrl: 'http://localhost:3000' }).token();

/** What is started, and as whom. */
export interface Program {
  file: string;
  args: string[];
  cwd?: string;
  uid?: number;
  gid?: number;
  /** In a group of its own, as a terminal or a service makes one. */
  detached?: boolean;
}

/** The built program as a process of its own, as `npm start` runs it. */
export class BuiltServer {
  readonly process: ChildProcess;
  readonly url: string;
  readonly client: Client;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** All that it said, on both outputs. */
  output = '';
  /** It outlives the test in which it is; whoever says so ends it. */
  lasting = false;
  readonly #watchers = new Set<() => void>();

  static readonly #running = new Set<BuiltServer>();

  private constructor(process: ChildProcess, url: string) {
    this.process = process;
    this.url = url;
    this.client = new Client(url);
    this.exited = once(process, 'exit').then(([code, signal]) => ({ code, signal }));
    BuiltServer.#running.add(this);
    void this.exited.then(() => BuiltServer.#running.delete(this));
    for (const stream of [process.stdout, process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        for (const watch of this.#watchers) watch();
      });
    }
  }

  static start(store: Store, env: Record<string, string> = {}): Promise<BuiltServer> {
    const args = [path.join(projectRoot, 'dist/server/start.js')];
    return BuiltServer.#startLimited({ file: process.execPath, args }, store, env);
  }

  /** The same, once it can serve. */
  static async serving(store: Store, env: Record<string, string> = {}): Promise<BuiltServer> {
    const server = await BuiltServer.start(store, env);
    await server.ready();
    return server;
  }

  /** As servers start it: the command of the archive, which holds the socket. */
  static startByCommand(store: Store, env: Record<string, string> = {}): Promise<BuiltServer> {
    const args = [path.join(projectRoot, 'dist/server/prangon.js'), 'start'];
    return BuiltServer.#startLimited({ file: process.execPath, args, detached: true }, store, env);
  }

  /** In `npm run test:chaos` each has the memory of a small machine, and the kernel ends what takes more. */
  static async #startLimited(program: Program, store: Store, env: Record<string, string>): Promise<BuiltServer> {
    const group = isChaos ? makeMemoryGroup(512 * 2 ** 20) : null;
    if (group === null) return BuiltServer.startProgram(program, store, env);
    const join = ['-c', 'echo $$ > "$0" && exec "$@"', path.join(group, 'cgroup.procs')];
    const args = [...join, program.file, ...program.args];
    const server = await BuiltServer.startProgram({ ...program, file: 'sh', args }, store, env);
    void server.exited.then(() => removeGroup(group));
    return server;
  }

  /** As people start it: npm, and what it runs. */
  static startByNpm(store: Store, env: Record<string, string> = {}): Promise<BuiltServer> {
    const npm = { file: 'npm', args: ['start'], detached: true };
    return BuiltServer.startProgram(npm, store, { HOME: process.env.HOME ?? '/', ...env });
  }

  static async startProgram(
    { file, args, ...how }: Program,
    store: Store,
    env: Record<string, string>,
  ): Promise<BuiltServer> {
    const port = env.PORT ?? String(await freePort());
    const child = spawn(file, args, {
      cwd: projectRoot,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...packageFile.config.serverEnvironment,
        ...environment(store),
        SECRET: secret,
        PORT: port,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...how,
    });
    return new BuiltServer(child, `http://127.0.0.1:${port}`);
  }

  /** Waits until it said this. @throws what it said instead, when it ended */
  async said(text: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const watch = () => {
      if (this.output.includes(text)) resolve();
    };
    this.#watchers.add(watch);
    watch();
    const ended = this.exited.then(() => {
      if (!this.output.includes(text)) throw new Error(`It ended without saying '${text}': ${this.output}`);
    });
    await Promise.race([promise, ended]).finally(() => this.#watchers.delete(watch));
  }

  /** Waits until it can serve. */
  ready(): Promise<void> {
    return this.said('Stop with Ctrl C.');
  }

  /** Under its supervisor, until it can serve again. */
  async restart(): Promise<void> {
    this.output = '';
    this.process.kill('SIGHUP');
    await this.ready();
  }

  get(path: string): Promise<Answer> {
    return this.client.get(path);
  }

  /** Ends what a test left running, however the test ended. */
  static async killAll(): Promise<void> {
    await Promise.all([...BuiltServer.#running].map((server) => !server.lasting && server.kill()));
  }

  /** Ends it without a warning, as a power cut would. */
  async kill(): Promise<void> {
    this.client.close();
    this.process.kill('SIGKILL');
    this.signalGroup('SIGKILL');
    await this.exited;
  }

  /** To npm and all that it runs, as Ctrl C does. Answers whether any of them was there. */
  signalGroup(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.process;
    // It could not be started at all; 0 would be the group of the tests themselves.
    if (pid === undefined) return false;
    try {
      return process.kill(-pid, signal);
    } catch {
      return false;
    }
  }
}

/** The folder of processes that share so much memory, as those of a container do; null where nobody may make one. */
function makeMemoryGroup(bytes: number): string | null {
  const isFirst = existsSync('/sys/fs/cgroup/memory');
  const folder = path.join('/sys/fs/cgroup', isFirst ? 'memory' : '', `prangon-${randomUUID()}`);
  try {
    mkdirSync(folder);
    writeFileSync(path.join(folder, isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes));
    return folder;
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return null;
  }
}

/** The kernel refuses while a process of it is left: helpers of a server that was killed end a little later. */
async function removeGroup(folder: string): Promise<void> {
  for (let tries = 0; tries < 250; tries++) {
    const isGone = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (isGone) return;
    await sleep(200);
  }
}
