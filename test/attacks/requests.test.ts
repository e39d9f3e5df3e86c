import { beforeAll } from 'vitest';
import { adminCalls, calls, demoRequestForm } from '#paths.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { attack, listOf, many, pairs } from '../helpers/attacks.ts';
import { rahim } from '../helpers/content.ts';
import { type Answer, sendRaw } from '../helpers/requests.ts';
import { routesOf } from '../helpers/routes.ts';
import { hireStaff, newNetwork, sessionsOf } from '../helpers/staff.ts';

const own = 'https://prangon.example';
const { host } = new URL(own);
let app: TestApp;
let tokens: string[];
beforeAll(async () => {
  app = await openTestApp({ env: { NODE_ENV: 'production', PUBLIC_URL: own } });
  tokens = await sessionsOf(app, many(20, 60));
  return app.close;
});

attack('CSRF, origin, content type', async (tries) => {
  const { email } = await hireStaff(app);
  const foreign = listOf(
    `https://evil.example|null|http://${host}|${own}:8443|${own}.evil.example|https://www.${host}|https://${host}@evil.example|https://evil.example/${host}|https://evil.example#${own}|https://evil${host}|file://|data:|chrome-extension://x|${own}%00|ftp://${host}|//${host}|${host}|https://127.0.0.1|http://localhost|https://[::1]| |*|undefined`,
  );
  const sites = listOf('cross-site|same-site|evil|CROSS-SITE|same-origin, cross-site');
  const ways = [...pairs(['origin', 'referer'], foreign), ...pairs(['sec-fetch-site'], sites)];
  const simple = 'text/plain|application/x-www-form-urlencoded|multipart/form-data; boundary=b|';
  const types = listOf(`application/json|${simple}|application/xml|text/plain; a=application/json`);
  const bodies: Record<string, object> = {
    [calls.demoRequest]: rahim,
    [calls.login]: { email, password: 'wrong password' },
    [calls.forgotPassword]: { email },
    [calls.resetPassword]: { email, token: 'x'.repeat(43), password: 'tea-boat-lamp' },
    [demoRequestForm]: rahim,
    [adminCalls.faq]: { question: 'x', answer: '<p>x</p>' },
    [calls.logout]: {},
  };
  const send = async (path: string, type: string, more: Record<string, string>) => {
    const isStaff = path === adminCalls.faq || path === calls.logout;
    const authorization = isStaff && { authorization: `Bearer ${tokens[tries.count % tokens.length]}` };
    const typeHeader = type && { 'content-type': type };
    const headers = { host, ...typeHeader, 'x-csrf-token': app.token, ...authorization, ...more };
    const isForm = type.includes('urlencoded');
    const body = { ...bodies[path], _token: app.token };
    const sent = isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
    return app.send(path, { method: 'POST', headers, body: sent, from: newNetwork() });
  };
  const all = pairs(Object.keys(bodies), pairs(types, ways));
  for (const [path, [type, [name, value]]] of tries.some(all, many(300, 1e6))) {
    const answer = await send(path, type, { [name]: value }).catch(() => null);
    if (!answer) continue;
    const isRefused = answer.status >= 400 && answer.status < 500;
    tries.note((!isRefused || opened(answer)) && `${path} ${type} ${name}: ${value}: ${answer.status}`);
  }
  // Without a foreign page in it: what a form of another site can send is no JSON, and has no token.
  for (const [path, type] of pairs(Object.keys(bodies), types)) {
    // The token of this one is in its body; these need none beside a session.
    if (path === demoRequestForm || path === calls.logout || (path === adminCalls.faq && type === 'application/json'))
      continue;
    const { status } = await send(path, type, { 'x-csrf-token': 'x'.repeat(43) });
    tries.note(status < 400 && `${path} ${type} without a token: ${status}`);
  }
  const rows = await app.database.selectFrom('demo_requests').select('id').execute();
  tries.note(rows.length > 0 && `${rows.length} demo requests were stored`);
});

attack('CORS', async (tries) => {
  const routes = routesOf(app).filter((route) => !/[*:]|^HEAD/.test(route));
  for (const route of tries.some(routes, many(150, 1e6))) {
    const [method = '', path = ''] = route.split(' ');
    const preflight = { host, origin: 'https://evil.example', 'access-control-request-method': method };
    const authorization = `Bearer ${tokens[tries.count % tokens.length]}`;
    for (const as of ['OPTIONS', 'HEAD']) {
      const headers = { ...preflight, ...(as === 'HEAD' && { authorization }) };
      tries.note(opened(await app.send(path, { method: as, headers, from: newNetwork() })) && `${as} ${path}`);
    }
  }
});

const opened = ({ headers }: Answer) => Object.keys(headers).some((name) => /^access-control/.test(name));

attack('raw HTTP and smuggling', async (tries) => {
  const smuggled = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n';
  const chunked = 'Transfer-Encoding: chunked';
  const lengths = listOf(`4, 4|4,5|+4|-4|0x4|4 4|4.0|4e0||٤|${'9'.repeat(20)}|4\u000b|4\r\nContent-Length: 5`);
  const codings = listOf(
    'identity|gzip|chunked, identity|chunked;q=1|xchunked|chunked chunked|"chunked"|chunk|\u000bchunked|chunked\u0000|chunked, gzip|,chunked x',
  );
  const malformed = listOf('X: a\u0000b|X\u0000: b|X Y: b|: b|no colon|(x): y|X:\r\ny|Host: y|Host: x, y|X: a\rY: b');
  const heads = [
    ...listOf(
      `Content-Length: 4\r\n${chunked}|${chunked}\r\nContent-Length: 4|Content-Length: 4\n${chunked}|X: a\r${chunked}`,
    ),
    ...listOf(`Transfer-Encoding:\r\n chunked|Transfer-Encoding : chunked|\u0000${chunked}`),
    ...lengths.map((length) => `Content-Length: ${length}`),
    ...codings.map((coding) => `Transfer-Encoding: ${coding}`),
  ];
  const chunks = listOf('-1|0x5| 5|5 5|g|FFFFFFFFFFFFFFFFFF|5;\u0000|5\n|+5|5\r').map(
    (size) => `${size}\r\nabcde\r\n0\r\n\r\n`,
  );
  const lines = listOf(
    'GET\t/ HTTP/1.1|get / HTTP/1.1|GET / HTTP/1.2|GET / http/1.1|G\u0000ET / HTTP/1.1|GET /\u0000 HTTP/1.1|GET http:// HTTP/1.1|CONNECT evil.example:80 HTTP/1.1|PRI * HTTP/2.0|GET x HTTP/1.1|GET / HTTP/1.1 x|GET /x y HTTP/1.1|GET / HTTP/11|GET / |/ HTTP/1.1|\u0000',
  );
  const targets = ['/healthz', '/api/get-news', calls.login, '/'];
  const named = `Host: ${host}`;
  const long = [`X: ${'y'.repeat(20_000)}`, 'X: y\r\n'.repeat(9_000).trim()];
  const ambiguous = [...pairs(heads, ['', '0\r\n\r\n', 'a=b1']), ...pairs([chunked], chunks)];
  const all = [
    ...pairs(pairs(['GET', 'POST'], targets), ambiguous).map(
      ([line, [head, body]]) => `${line.join(' ')} HTTP/1.1\r\n${named}\r\n${head}\r\n\r\n${body}${smuggled}`,
    ),
    ...lines.map((line) => `${line}\r\n${named}\r\n\r\n`),
    ...pairs(targets, [...malformed, ...long]).map(
      ([target, head]) => `GET ${target} HTTP/1.1\r\n${named}\r\n${head}\r\n\r\n`,
    ),
    ...targets.flatMap((target) => [
      `GET ${target} HTTP/1.1\r\n\r\n`,
      `GET ${target}?${'x'.repeat(20_000)} HTTP/1.1\r\n${named}\r\n\r\n`,
      `GET ${target} HTTP/1.1\n${named}\n\n`,
    ]),
  ];
  for (const bytes of tries.some(all, many(300, 1e6))) {
    const { text } = await sendRaw(app.url, Buffer.from(bytes, 'latin1'));
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    // What follows a head that can be read in two ways is a body, and never the next request.
    const isNext = statuses.length > 1 && statuses.some((status, at) => at > 0 && status < 400);
    const isTaken = !bytes.includes(smuggled) && statuses.some((status) => status < 400);
    const isFault = statuses.some((status) => status >= 500);
    tries.note((isNext || isTaken || isFault) && `${JSON.stringify(bytes.slice(0, 160))}: ${statuses}`);
  }
  tries.note((await app.get('/healthz')).status !== 200 && 'The server does not answer any more');
});
