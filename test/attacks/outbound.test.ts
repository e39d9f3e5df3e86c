import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll } from 'vitest';
import { adminCalls, withId } from '#paths.ts';
import { openOldSite } from '../../src/cli/import-site.server.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { attack, listOf, many, pairs } from '../helpers/attacks.ts';
import { hostsInside, spellingsOf } from '../helpers/host-spellings.ts';
import { type Office, openOffice } from '../helpers/office.ts';

const machines = listOf('127.0.0.1|10.0.0.1|172.31.255.254|192.168.1.1|169.254.169.254|100.64.0.1|0.0.0.0|198.18.0.1');
const inside = [...new Set([...hostsInside, ...machines.flatMap(spellingsOf)])];
const asInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

let app: TestApp;
let office: Office;
let port: number;
let connections = 0;
/** Listens where nobody may come from. */
const sink = http.createServer((_, response) => response.end('secret')).on('connection', () => connections++);
beforeAll(async () => {
  await once(sink.listen(0, '127.0.0.1'), 'listening');
  port = (sink.address() as AddressInfo).port;
  app = await openTestApp({ env: { NODE_ENV: 'production', PUBLIC_URL: 'https://prangon.example' } });
  office = await openOffice(app);
  return async () => {
    await app.close();
    sink.close();
  };
});

/** Null where it was refused when it was saved, else what the test of it answered. */
async function tryEndpoint(url: string, events: string[]): Promise<string | null> {
  await app.database.deleteFrom('rate_limits').execute();
  const saved = await office.post(adminCalls.webhooks, { url, events, status: 1 });
  if (saved.status !== 201) return saved.status === 422 ? null : `${url}: ${saved.status} ${saved.text}`;
  const { id } = saved.json<{ data: { id: number } }>().data;
  const number = events.includes('sms') ? { number: '01712345678' } : {};
  const tested = await office.post(withId(adminCalls.webhookTest, id), number);
  await app.database.deleteFrom('webhooks').execute();
  return tested.text;
}

const ends = (where: number, rest: string) => [
  ...[`:${where}/${rest}`, `:${where}/%2e%2e/${rest}`, `:${where}/${rest}#@8.8.8.8`],
  ...[`.:${where}/${rest}`, `/${rest}`, `:0${where}/${rest}`],
];

for (const [name, events, rest] of [
  ['webhooks', ['lead.created'], ''],
  ['SMS gateways', ['sms'], '?to={number}&text={text}'],
] as const)
  attack(`SSRF: ${name}`, async (tries) => {
    const begins = listOf('https://|http://|HTTPS://|https:///|https:\\\\|https://8.8.8.8@|https://u:p@| https://|//');
    const all = pairs(begins, pairs(inside, ends(port, rest)));
    for (const [begin, [host, end]] of tries.some(all, many(150, 800))) {
      const before = connections;
      const answer = await tryEndpoint(`${begin}${asInUrl(host)}${end}`, [...events]);
      const isRefused = answer === null || /private address|no host of this name/.test(answer);
      tries.note((connections > before || !isRefused) && `${begin}${asInUrl(host)}${end}: ${answer}`);
    }
  });

attack('SSRF: import-site', async (tries) => {
  const { read } = openOldSite(new URL('http://127.0.0.1:1/'), { time: 5_000, bytes: 1_000 });
  const begins = listOf('http://|https://|//|HTTP://|http:\\\\|http://127.0.0.1:1@');
  const hosts = pairs(begins, pairs(inside, ends(port, '')));
  const links = [
    ...hosts.map(([begin, [host, end]]) => `${begin}${asInUrl(host)}${end}`),
    ...listOf(
      'file:///etc/passwd|file://localhost/etc/passwd|data:text/plain,x|ftp://127.0.0.1/|javascript:1|gopher://x',
    ),
  ];
  for (const link of tries.some(links, many(300, 1_500))) {
    const before = connections;
    const got = await read(link, []).catch(() => null);
    tries.note((connections > before || got) && `${link}: ${got}`);
  }
});
