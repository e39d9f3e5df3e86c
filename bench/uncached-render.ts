import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import path from 'node:path';
import { build } from 'vite';
import { get } from './get.ts';
import { defaultEnvironment, type RunningServer, root } from './server.ts';
import type { Row } from './table.ts';

/** Renders per round; the fastest round counts, because other load on the machine only adds time. */
const rounds = 12;
const renders = 240;
/** Concurrent requests; with one at a time the CPU would drop to a lower frequency in between. */
const atOnce = 4;
/** Renders until the JIT has compiled the hot code and the cached pages are compressed. */
const warmUps = 600;

/**
 * CPU time of a home page rendered per request, beside React's `renderToString` of the same tree. After a plain form
 * submission the page shows its result, so it can't be cached; only the form's section is rendered anew. Short rounds
 * alternate, so that noise hits both.
 */
export async function uncachedRender(server: RunningServer): Promise<Row[]> {
  const cookie = await cookieOfAnAttempt(server.url);
  const agent = new Agent({ keepAlive: true });
  const render = () => get(`${server.url}/?demo=1`, { cookie }, agent);
  const busily = (count: number) => Promise.all(Array.from({ length: atOnce }, () => times(count / atOnce, render)));
  await busily(warmUps);
  const tree = await startTree(server.dataDir);
  await ofTree(tree, warmUps);
  const ours: number[] = [];
  const trees: number[] = [];
  const spans: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = { cpu: server.cpu(), time: performance.now() };
    await busily(renders);
    ours.push((server.cpu() - start.cpu) / renders);
    spans.push((performance.now() - start.time) / renders);
    trees.push(await ofTree(tree, renders));
  }
  tree.disconnect();
  agent.destroy();
  const [cpu, alone] = [Math.min(...ours), Math.min(...trees)];
  return [
    {
      what: `home page for one visitor, uncached, compressed, the quickest of ${rounds} rounds`,
      value: `${cpu.toFixed(1)} ms of CPU, ${Math.min(...spans).toFixed(1)} ms in all`,
    },
    {
      what: 'its CPU to that of `renderToString` of the same tree alone',
      value: `${(cpu / alone).toFixed(2)} (of ${alone.toFixed(1)} ms)`,
      target: '≤ 2',
      good: cpu <= 2 * alone,
    },
  ];
}

async function times(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await act();
}

async function startTree(dataDir: string): Promise<ChildProcess> {
  const outDir = path.join(root, '.cache/bench');
  await build({
    root,
    configFile: path.join(root, 'vite.server.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    build: { outDir, rollupOptions: { input: { 'home-tree': 'bench/home-tree.tsx' } } },
  });
  const tree = fork(path.join(outDir, 'home-tree.js'), {
    env: { PATH: process.env.PATH, ...defaultEnvironment, DATA_DIR: dataDir },
  });
  await once(tree, 'message');
  return tree;
}

async function ofTree(tree: ChildProcess, count: number): Promise<number> {
  tree.send(count);
  const [milliseconds] = await once(tree, 'message');
  return milliseconds;
}

async function cookieOfAnAttempt(url: string): Promise<string> {
  const { token } = (await (await fetch(`${url}/api/csrf-token`)).json()) as { token: string };
  const answer = await fetch(`${url}/demo-request`, {
    method: 'POST',
    body: new URLSearchParams({ _token: token, page: '/', name: '' }),
    redirect: 'manual',
  });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}
