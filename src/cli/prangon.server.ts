#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#platform/settings/project-root.server.ts';

/** The same minimum as the server's: older versions lack parts of `node:sqlite`. */
const oldest = [24, 15] as const;

// What commands make holds names, numbers and the secret; `update` sets another one for the program itself.
process.umask(0o077);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) await begin();
else handOver();

async function begin(): Promise<void> {
  // Node's warning that `node:sqlite` is experimental would precede every answer.
  process.removeAllListeners('warning');
  const { run } = await import('./run.server.ts');
  const code = await run(process.argv.slice(2), {
    env: process.env,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    terminal: process.stderr.isTTY === true,
  });
  if (code !== 'goes on') process.exitCode = code;
}

function handOver(): void {
  const names = ['node', 'node-bin'].map((prefix) => `${prefix}-${process.platform}-${process.arch}/bin/node`);
  const node = names.map((name) => path.join(projectRoot, 'node_modules', name)).find((file) => existsSync(file));
  if (!node) {
    console.error(
      `Node ${process.versions.node} is too old; ${oldest.join('.')} or newer is needed. Get one from https://nodejs.org/en/download`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
  });
}
