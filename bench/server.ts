import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { childrenOf, cpuOf, memoryOfFamily } from '../test/helpers/processes.ts';

const staff = { email: 'bench@example.com', password: 'measured-twice-cut-once' };

export const root = path.resolve(import.meta.dirname, '..');

/** The environment of `npm start`. */
export const defaultEnvironment: Record<string, string> = packageFile.config.serverEnvironment;

export interface RunningServer {
  url: string;
  pid: number;
  dataDir: string;
  /** Milliseconds from the start of the process to the first answered page. */
  started: number;
  /** Current memory of all its processes, in MiB. */
  memory: () => number;
  /** Peak memory, sampled four times a second, in MiB. */
  mostMemory: () => number;
  /** CPU time of the process so far, in milliseconds. */
  cpu: () => number;
  /** CPU time of its child processes (the picture worker), ended ones included. */
  children: () => number;
  stop: () => Promise<void>;
}

export async function startServer(
  port: number,
  dataDir = mkdtempSync(path.join(tmpdir(), 'prangon-bench-')),
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const url = `http://127.0.0.1:${port}`;
  if (await fetch(url).catch(() => null)) throw new Error(`Another program answers at port ${port}: end it first`);
  const begin = performance.now();
  const admin = { ADMIN_EMAIL: staff.email, ADMIN_PASSWORD: staff.password };
  const child = spawn(process.execPath, [path.join(root, 'dist/server/start.js')], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...defaultEnvironment,
      ...admin,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Also where the bench fails or is ended.
  const end = () => child.kill();
  process.once('exit', end);
  let mostMemory = 0;
  const timer = setInterval(() => {
    mostMemory = Math.max(mostMemory, memoryOfFamily(child.pid));
  }, 250).unref();
  await untilReady(`${url}/readyz`);
  await (await fetch(`${url}/`)).arrayBuffer();
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    started: performance.now() - begin,
    memory: () => memoryOfFamily(child.pid),
    mostMemory: () => mostMemory,
    cpu: () => cpuOf(child.pid),
    children: () => childrenOf(child.pid).reduce((sum, pid) => sum + cpuOf(pid), 0),
    stop: () => {
      clearInterval(timer);
      process.off('exit', end);
      return stop(child);
    },
  };
}

export async function signIn(url: string): Promise<string> {
  const { token } = (await (await fetch(`${url}/api/csrf-token`)).json()) as { token: string };
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token },
    body: JSON.stringify(staff),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}`);
  return ((await answer.json()) as { token: string }).token;
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
}

async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} was not ready within two minutes`);
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
