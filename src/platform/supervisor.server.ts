import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';

/** The first file descriptor of systemd's protocol for passing sockets on. */
const firstSocket = 3;

/** Milliseconds: until a server that doesn't stop is killed, until a crashed one is started again, between two looks. */
const waits = { stop: 60_000, crash: 1_000, look: 1_000 };

/** Node's handle of a socket that this process holds and never reads. */
interface Socket {
  fd: number;
  close: () => void;
}

/** The listening socket of systemd's socket activation, or of the supervisor; undefined where there is none yet. */
export function inheritedSocket(env: NodeJS.ProcessEnv): number | undefined {
  // The supervisor can't know the id of its child beforehand, and gives its own.
  const isMeant = [process.pid, process.ppid].includes(Number(env.LISTEN_PID));
  return isMeant && Number(env.LISTEN_FDS) > 0 ? firstSocket : undefined;
}

/**
 * Runs the server as a child and holds its listening socket, so that connections wait while it is started again: after a
 * crash, for SIGHUP, and when `program`, a symlink, leads to another version. Ends with a child that never listened.
 * Returns what stops both. Runs on Node 20 too.
 */
export function supervise(node: string, program: string): () => void {
  let socket: Socket | undefined;
  let server = '';
  let isRestarting = false;
  let isStopping = false;
  let child: ChildProcess;

  const start = () => {
    server = serverOf(program) ?? server;
    isRestarting = false;
    child = spawn(node, ['--disable-warning=ExperimentalWarning', server], {
      env: { ...process.env, LISTEN_PID: String(process.pid), LISTEN_FDS: socket ? '1' : '0' },
      stdio: ['inherit', 'inherit', 'inherit', socket?.fd ?? 'ignore', 'ipc'],
    });
    child.on('message', (_, handle) => {
      socket = handle as unknown as Socket;
    });
    child.on('exit', (code) => {
      if (isStopping || !socket) process.exit(code ?? 1);
      setTimeout(start, code === 0 ? 0 : waits.crash);
    });
  };
  const restart = () => {
    if (isRestarting) return;
    isRestarting = true;
    const stopping = child;
    stopping.kill('SIGTERM');
    const kill = setTimeout(() => stopping.kill('SIGKILL'), waits.stop);
    stopping.once('exit', () => clearTimeout(kill));
  };
  const stop = (signal: NodeJS.Signals) => {
    isStopping = true;
    // Otherwise callers would wait for a server that never comes.
    socket?.close();
    // Between two servers there is none to wait for.
    if (!child.kill(signal)) process.exit(0);
  };

  start();
  setInterval(() => {
    if ((serverOf(program) ?? server) !== server) restart();
  }, waits.look);
  process.on('SIGHUP', restart);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));
  return () => stop('SIGTERM');
}

/** Null while the symlink leads nowhere. */
function serverOf(program: string): string | null {
  try {
    return path.join(path.dirname(realpathSync(program)), 'start.js');
  } catch {
    return null;
  }
}
