import type { RunningServer } from './server.ts';
import type { Row } from './table.ts';

const renders = 100;

/**
 * What it costs to make the home page anew: database, React, no cache. The way back from the plain form shows how an
 * attempt ended, which belongs to one visitor, so such a page is made for each request.
 */
export async function uncachedRender(server: RunningServer): Promise<Row[]> {
  const cookie = await cookieOfAnAttempt(server.url);
  const get = async (index: number) => {
    // The read limit is per network; every request comes from its own.
    const answer = await fetchFrom(`127.0.1.${(index % 250) + 1}`, `${server.url}/?demo=1`, cookie);
    if (!answer.includes('<html')) throw new Error('No page came back');
  };
  for (let index = 0; index < 20; index++) await get(index);
  const before = { cpu: server.cpu(), time: performance.now() };
  for (let index = 0; index < renders; index++) await get(index);
  const cpu = (server.cpu() - before.cpu) / renders;
  const time = (performance.now() - before.time) / renders;
  return [
    { what: 'uncached render of the home page', value: `${cpu.toFixed(1)} ms of CPU, ${time.toFixed(1)} ms in all` },
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

async function fetchFrom(localAddress: string, url: string, cookie: string): Promise<string> {
  const http = await import('node:http');
  return new Promise((resolve, reject) => {
    http
      .get(url, { localAddress, headers: { cookie }, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve(text));
      })
      .on('error', reject);
  });
}
