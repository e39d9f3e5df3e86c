import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import path from 'node:path';
import { build } from 'vite';
import { get } from './get.ts';
import { type RunningServer, root, usual } from './server.ts';
import type { Row } from './table.ts';

/** Of so many renders each. The quickest counts: what other guests of the machine take from it only ever adds. */
const rounds = 12;
const renders = 240;
/** Requests on their way: between two that follow each other the processor would go to sleep, and wake up slowly. */
const atOnce = 4;
/** Renders until the engine has compiled what is used most, and the cached pages are compressed. */
const warmUps = 600;

/**
 * What a home page costs that is made for one visitor, beside React's `renderToString` of its tree alone. The way back from
 * the plain form shows how an attempt ended, so such a page is made for each request; its content was read, and all but the
 * section with the form drawn, after the last write. Short rounds alternate, so that a noisy moment hits both.
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

/** `home-tree.tsx`, built as the server is. */
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
    env: { PATH: process.env.PATH, ...usual, DATA_DIR: dataDir },
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
