import { beforeAll, expect, vi } from 'vitest';
import { adminCalls, calls, leadCalls, pages, previews } from '#paths.ts';
import { safeReturnPath } from '../../src/auth/return-path.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { attack, listOf, many, pairs } from '../helpers/attacks.ts';
import { askForDemo } from '../helpers/leads.ts';
import { type Office, openOffice } from '../helpers/office.ts';
import { sendRaw } from '../helpers/requests.ts';
import { newNetwork } from '../helpers/staff.ts';

const live = { NODE_ENV: 'production', PUBLIC_URL: 'https://prangon.example' };
const { host } = new URL(live.PUBLIC_URL);
const mark = 'kingfisher';
const evil = 'evil.example';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp({ env: live });
  office = await openOffice(app);
  await askForDemo(app, { name: mark, institute_name: mark });
  return app.close;
});

/** As bytes: no library would send them so. */
async function send(method: string, target: string, lines: string[] = [], named = host) {
  const head = [`${method} ${target} HTTP/1.1`, `Host: ${named}`, 'Connection: close', ...lines];
  return sendRaw(app.url, `${head.join('\r\n')}\r\n\r\n`);
}

/** P is the path. */
const spellings: ((path: string) => string)[] = [
  ...listOf(
    `P/|P//|P/.|P/..|P/%2e|P;a=b|P.json|P%00|P%20|P%09|P%0a|P?|P#|P/*|P~|P%23|P%3f|P\\|/P|//P|/.P|/./P|/x/..P|/%2eP|/x/%2e%2eP|/assets/..P|/media/%2e%2eP|\\P|%2fP|/%5cP|http://${host}P|https://${evil}@${host}P`,
  ).map((form) => (path: string) => form.replace('P', path)),
  ...listOf('/ %2f|/ %252f|/ //|/ /./|/ \\|a %61|a %2561|/a /%ef%bd%81').map((change) => (path: string) => {
    const [from = '', to = ''] = change.split(' ');
    return path.charAt(0) + path.slice(1).replaceAll(from, to);
  }),
  (path) => path.toUpperCase(),
];
const secrets = listOf(
  '/.git/config|/.git/HEAD|/.env|/secret|/data/secret|/prangon.sqlite|/data/prangon.sqlite|/backups/moments|/package.json|/dist/server/prangon.js|/server/prangon.js|/node_modules/fastify/package.json|/src/paths.ts|/etc/passwd|/assets/|/files/|/media/|/files/x/secret|/assets/../server/prangon.js|/.vite/manifest.json|/debug|/server-status|/metrics|/documentation/json',
);

attack('path tricks', async (tries) => {
  const guarded = [leadCalls.list, `${leadCalls.list}/1`, leadCalls.export, adminCalls.users, calls.account];
  const up = listOf('..|%2e%2e|..%2f|%2e%2e%2f|....//|..\\|%c0%ae%c0%ae|..;').map((step) => `/${`${step}/`.repeat(6)}`);
  const outside = listOf('etc/passwd|proc/self/environ|data/secret');
  const targets = [
    ...pairs(spellings, guarded).map(([spell, path]) => spell(path)),
    ...secrets,
    ...pairs(listOf('/assets|/media|/files|/card|/icon|'), pairs(up, outside)).map(
      ([folder, steps]) => folder + steps.join(''),
    ),
  ];
  const ways = pairs(listOf('*/*|application/json|text/html'), listOf('GET|HEAD|POST'));
  const overrides = listOf('X-Original-URL|X-Rewrite-URL|X-HTTP-Method-Override|X-Forwarded-Prefix|X-Forwarded-Path');
  const all = [
    ...pairs(targets, ways).map(([target, [accept, method]]) => ({ target, method, lines: [`Accept: ${accept}`] })),
    ...pairs(overrides, guarded).map(([name, path]) => ({ target: '/', method: 'GET', lines: [`${name}: ${path}`] })),
  ];
  expect((await office.get(leadCalls.list)).text).toContain(mark);
  for (const { target, method, lines } of tries.some(all, many(500, 1e6))) {
    const { status, text } = await send(method, target, lines);
    const isTold = new RegExp(`${mark}|root:.:0:|SQLite format|"version": ?"|NODE_OPTIONS|\\[core\\]`).test(text);
    const isData = status === 200 && /^content-type: application\/json/im.test(text) && !/\/assets\//.test(target);
    tries.note((isTold || isData || status >= 500) && `${method} ${target}: ${status} ${text.slice(-200)}`);
  }
});

attack('redirects to another host', async (tries) => {
  const hosts = listOf(
    '//E|///E|////E|/\\E|/\\\\E|\\\\E|/%5cE|/%2f%2fE|/%09/E|/%0d/E|/.//E|/..//E|/x/..//E|/;/E|/%2e//E|https:E|/%EF%BC%8FE|/@E|//E%2f..|//user@E|//E:80|/\t/E|//E/%2f..|/%68ttps://E|//%45|/?to=//E|/?next=https://E|/?return_to=//E',
  ).map((form) => form.replaceAll('E', evil));
  const targets = pairs(hosts, listOf('|/|/news/|/admin/dashboard|/?a=b')).map(([begin, end]) => begin + end);
  const paths = [...Object.values(pages).filter((page) => typeof page === 'string'), previews.prefix];
  const all = [...targets, ...pairs(paths, hosts).map(([path, form]) => path + form)];
  for (const [target, method] of tries.some(pairs(all, listOf('GET|HEAD')), many(300, 1e6)))
    tries.note(leadsAway((await send(method, target, ['Accept: text/html'])).text) && `${method} ${target}`);
  for (const to_address of tries.some(all, many(100, 1e6))) {
    const { status, text } = await office.post(adminCalls.redirects, { from_path: '/old', to_address });
    const isAway = status === 201 && leadsAway((await send('GET', '/old', ['Accept: text/html'])).text);
    await app.database.deleteFrom('redirects').execute();
    tries.note(isAway && `redirect to ${to_address}: ${text}`);
  }
});

attack('return after sign-in', async (tries) => {
  vi.stubGlobal('location', new URL(`${live.PUBLIC_URL}/login`));
  const forms = listOf(
    '//E|/\\E|\\\\E|https://E|https:E|https:/E|http://E|//E/admin/|https://H@E/admin/x|https://H.E/admin/|javascript:alert(1)//admin/| javascript:alert(1)|data:text/html,x|/admin/..//E|/admin/../..//E|/admin//E|/admin/\\E|/admin\\..\\..\\E|\t//E|/\t/E|\n//E|/%2f/E|blob:https://E/x|ftp://H/admin/x|http://H/admin/x|https://H:8443/admin/x|//H:1/admin/|https://E/https://H/admin/|@E|.E|/login?to=//E',
  ).map((form) => form.replaceAll('E', evil).replaceAll('H', host));
  for (const [form, end] of pairs(forms, listOf('|?x|#/admin/|/%2e%2e/'))) {
    const to = safeReturnPath(form + end);
    const { origin, pathname } = new URL(to, live.PUBLIC_URL);
    const isOwn = origin === live.PUBLIC_URL && pathname.startsWith('/admin/') && /^\/(?![/\\])/.test(to);
    tries.note(!isOwn && `${form}: ${to}`);
  }
  vi.unstubAllGlobals();
});

attack('host and forwarded headers', async (tries) => {
  const forms = listOf(`E|E:443|H@E|E#H|H.E|E?H|H:x@E|H, E|E, H|H/E|[E]|xn--E|E%00.H|`).map((form) =>
    form.replaceAll('E', evil).replaceAll('H', host),
  );
  const names = listOf(
    'Host|X-Forwarded-Host|X-Forwarded-Server|X-Host|X-Original-Host|Forwarded|X-Forwarded-Proto|X-Forwarded-For|X-Real-IP|X-Forwarded-Port|X-HTTP-Host-Override|Via|True-Client-IP|CF-Connecting-IP',
  );
  const targets = listOf('/|/news|/sitemap.xml|/feed.xml|/robots.txt|/.well-known/change-password|/nowhere/');
  for (const [name, [form, target]] of tries.some(pairs(names, pairs(forms, targets)), many(300, 1e6))) {
    const value = name === 'Forwarded' ? `host=${form};proto=http;for=${form}` : form;
    const isHost = name === 'Host';
    const { status, text } = await send('GET', target, isHost ? [] : [`${name}: ${value}`], isHost ? value : host);
    const isTaken = text.includes(evil) || (isHost && status < 400);
    tries.note((isTaken || status >= 500) && `${name}: ${value} ${target}: ${status}`);
  }
  const body = JSON.stringify({ email: office.email });
  for (const [name, form] of pairs(names.slice(0, 7), forms)) {
    await app.database.deleteFrom('rate_limits').execute();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': app.token, host, [name.toLowerCase()]: form };
    await app.send(calls.forgotPassword, { method: 'POST', headers, body, from: newNetwork() }).catch(() => null);
    const mails = JSON.stringify(await app.database.selectFrom('mails').selectAll().execute());
    tries.note(mails.includes(evil) && `${name}: ${form}: ${calls.forgotPassword}`);
  }
});

/** Whether a browser would follow it to another site. */
function leadsAway(answer: string): boolean {
  const location = /^location: ([^\r]*)/im.exec(answer)?.[1];
  const own = live.PUBLIC_URL;
  return location !== undefined && (!URL.canParse(location, own) || new URL(location, own).host !== host);
}
