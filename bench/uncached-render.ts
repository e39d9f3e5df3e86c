import { get } from './get.ts';
import type { RunningServer } from './server.ts';
import type { Row } from './table.ts';

/** Of so many renders each. The quickest counts: what other guests of the machine take from it only ever adds. */
const rounds = 12;
const renders = 60;
/** Renders until the engine has compiled what is used most, and the cached pages are compressed. */
const warmUps = 600;

/**
 * What it costs to make the home page anew: React and compression; its content was read after the last write. The way
 * back from the plain form shows how an attempt ended, which belongs to one visitor, so such a page is made for each
 * request.
 */
export async function uncachedRender(server: RunningServer): Promise<Row[]> {
  const cookie = await cookieOfAnAttempt(server.url);
  const render = () => get(`${server.url}/?demo=1`, { cookie });
  for (let index = 0; index < warmUps; index++) await render();
  const cpus: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = { cpu: server.cpu(), time: performance.now() };
    for (let index = 0; index < renders; index++) await render();
    cpus.push((server.cpu() - start.cpu) / renders);
    times.push((performance.now() - start.time) / renders);
  }
  const cpu = Math.min(...cpus);
  return [
    {
      what: `uncached render of the home page, compressed, the quickest of ${rounds} rounds`,
      value: `${cpu.toFixed(1)} ms of CPU, ${Math.min(...times).toFixed(1)} ms in all`,
      target: '≤ 5 ms of CPU',
      good: cpu <= 5,
    },
  ];
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
