import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import http2 from 'node:http2';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { adminCalls, calls, demoFormAnchor, demoRequestForm, media, pages, previews } from '#paths.ts';
import { CsrfGuard } from '../../src/platform/http/csrf.server.ts';
import { openTestApp } from '../helpers/app.ts';
import { Balancer, type BalancerName, hasBalancer } from '../helpers/balancer.ts';
import { BuiltServer, secret } from '../helpers/built-server.ts';
import { drawnPng } from '../helpers/content.ts';
import { openStream } from '../helpers/event-stream.ts';
import { freePort } from '../helpers/free-port.ts';
import { localhostCertificate } from '../helpers/localhost-certificate.ts';
import { Client } from '../helpers/requests.ts';
import { hireStaff, rightPassword, type Staff, sessionOf } from '../helpers/staff.ts';
import { freshStore, type Store } from '../helpers/store.ts';

const proxies: BalancerName[] = ['nginx', 'caddy'];

for (const name of proxies)
  describe(`Behind ${name}`, () => {
    if (hasBalancer(name)) behind(name);
    else test('as deploy/ sets it up', ({ skip }) => skip(`${name} is not installed`));
  });

/** By the files in `deploy/`, with two instances. */
function behind(name: BalancerName): void {
  let store: Store;
  let balancer: Balancer;
  let client: Client;
  let staff: Staff;
  let token: string;
  let csrf: string;
  let picture: string;
  const servers: BuiltServer[] = [];

  beforeAll(async () => {
    store = await freshStore('postgres');
    const port = await freePort();
    const publicUrl = `https://localhost:${port}`;
    const app = await openTestApp({ store, env: { SECRET: secret } });
    staff = await hireStaff(app);
    token = await sessionOf(app, staff);
    picture = media.original((await app.pictures.add(await drawnPng(400, 300))).key);
    await app.close();
    csrf = new CsrfGuard({ secret, publicUrl }).token();
    const env = { PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1', SHUTDOWN_DELAY: '1' };
    servers.push(...(await Promise.all([1, 2].map(() => BuiltServer.start(store, env)))));
    for (const server of servers) server.lasting = true;
    await Promise.all(servers.map((server) => server.ready()));
    balancer = await Balancer.before(name, servers, port);
    client = new Client(balancer.url);
  });

  afterAll(async () => {
    client?.close();
    await Promise.all(servers.map((server) => server.kill()));
    await balancer?.close();
    await store.remove();
  });

  const upload = (bytes: number) => {
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="list.txt"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'x'), Buffer.from('\r\n--b--\r\n')]);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' };
    return client.send(adminCalls.uploads, { method: 'POST', headers, body });
  };

  const requestDemo = (n: number, from: string, more: Record<string, string> = {}, by = client) => {
    const visitor = { name: 'আব্দুর রহিম', institute_name: 'শাপলা উচ্চ বিদ্যালয়', number: `0171234567${n}` };
    const body = { ...visitor, email: `${name}${n}@shapla.example` };
    // Whoever comes by a proxy may write this header, too.
    const headers = { 'x-csrf-token': csrf, 'x-forwarded-for': `203.0.113.${n}`, ...more };
    return by.postJson(calls.demoRequest, body, headers, from);
  };

  test('pages come by TLS and HTTP/2, and who asks without is sent there', async () => {
    const home = await client.get(pages.home, { 'accept-encoding': 'br' });
    expect(home.status).toBe(200);
    expect(home.headers).toMatchObject({
      'content-encoding': 'br',
      'strict-transport-security': 'max-age=63072000',
    });
    const session = http2.connect(balancer.url, { ca: localhostCertificate.cert });
    const stream = session.request({ ':path': pages.home });
    const [headers] = await once(stream.resume(), 'response');
    expect(headers[':status']).toBe(200);
    session.close();
    const plain = new Client(balancer.plainUrl);
    const answer = await plain.get('/news?page=2').finally(() => plain.close());
    expect([301, 308]).toContain(answer.status);
    expect(answer.headers.location).toBe('https://localhost/news?page=2');
  });

  test('a call without TLS is refused, not sent there: its token was in clear', async () => {
    const plain = new Client(balancer.plainUrl);
    onTestFinished(() => plain.close());
    const authorization = `Bearer ${token}`;
    const refused = await Promise.all([
      plain.get('/admin/News?page=1', { authorization }),
      plain.get('/api/get-news?page=1'),
      plain.get('/api/v1/user', { authorization }),
      plain.get(pages.home, { authorization }),
      plain.postJson(calls.login, { email: staff.email, password: rightPassword }),
      plain.postJson(adminCalls.news, {}),
    ]);
    expect(refused.map(({ status, headers }) => [status, headers.location])).toEqual(
      refused.map(() => [403, undefined]),
    );
    expect(refused[0]?.json()).toEqual({ message: 'Use https.' });
    expect([301, 308]).toContain((await plain.get(pages.admin)).status);
  });

  test('only ciphers that keep what was recorded, should the key ever be stolen', async () => {
    const { hostname: host, port } = new URL(balancer.url);
    const shakeHands = async (ciphers: string) => {
      const socket = tls.connect({
        host,
        port: Number(port),
        servername: host,
        ca: localhostCertificate.cert,
        maxVersion: 'TLSv1.2',
        ciphers,
      });
      const answer = await Promise.race([
        once(socket, 'secureConnect').then(() => socket.getCipher().name),
        once(socket, 'error').then(() => 'refused'),
      ]).catch(() => 'refused');
      socket.destroy();
      return answer;
    };
    expect(await shakeHands('ECDHE+AESGCM')).toContain('GCM');
    for (const weak of ['AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA:ECDHE-ECDSA-AES128-SHA', 'AES256-SHA'])
      expect([weak, await shakeHands(weak)]).toEqual([weak, 'refused']);
  });

  test('the program is told of the host by the proxy alone', async () => {
    const echo = createHttpServer(({ headers }, response) => response.end(JSON.stringify(headers)));
    await once(echo.listen(0, '127.0.0.1'), 'listening');
    const before = await Balancer.before(name, [{ url: `http://127.0.0.1:${(echo.address() as AddressInfo).port}` }]);
    const other = new Client(before.url);
    onTestFinished(async () => {
      other.close();
      await before.close();
      echo.close();
    });
    const evil = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-forwarded-proto': 'ftp' };
    const { text } = await other.get(pages.home, evil);
    expect(text).toContain('localhost');
    expect(text).not.toMatch(/evil|ftp/);
  });

  test('signing in and a plain form pass with the origin of the site, and with no other', async () => {
    const signIn = (origin: string) =>
      client.postJson(
        calls.login,
        { email: staff.email, password: rightPassword },
        { 'x-csrf-token': csrf, origin },
        '127.9.1.1',
      );
    expect((await client.get(pages.login, { accept: 'text/html' })).status).toBe(200);
    const signedIn = await signIn(balancer.url);
    expect(signedIn.status, signedIn.text).toBe(200);
    expect(String(signedIn.headers['set-cookie'])).toMatch(/^__Host-device=.*Secure/);
    expect((await signIn('https://elsewhere.example')).status).toBe(403);

    const sent = await client.send(demoRequestForm, {
      method: 'POST',
      headers: { origin: balancer.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ _token: csrf, page: pages.home }).toString(),
    });
    expect([sent.status, sent.headers.location]).toEqual([303, `${pages.home}?demo=1#${demoFormAnchor}`]);
  });

  test('limits count the address of the visitor, not of the proxy, and not what the visitor says it is', async () => {
    const statuses: number[] = [];
    for (const n of [1, 2, 3, 4, 5, 6]) statuses.push((await requestDemo(n, '127.9.2.1')).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await requestDemo(7, '127.9.2.2')).status).toBe(201);
  });

  test('a file of 10 MB passes; of one that is too large the program says so', async () => {
    expect((await upload(10 * 2 ** 20)).status).toBe(201);
    const tooLarge = await upload(51 * 2 ** 20);
    expect(tooLarge.status).toBe(413);
    expect(tooLarge.json()).toMatchObject({ message: expect.stringContaining('larger than 50 MB') });
    const news = await client.send(adminCalls.news, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'x'.repeat(17 * 2 ** 20) }),
    });
    expect([news.status, news.headers['content-type']]).toEqual([413, expect.stringContaining('application/json')]);
  });

  test('events of a stream come when they happen', async () => {
    const stream = await openStream(balancer, token);
    expect(stream.status).toBe(200);
    expect((await requestDemo(8, '127.9.2.3')).status).toBe(201);
    await expect.poll(stream.kinds).toContain('notifications');
    stream.close();
  });

  test('pictures, scripts and style sheets are kept for ever', async () => {
    const home = await client.get(pages.home);
    const script = /\/assets\/[\w.-]+\.(?:js|css)/.exec(home.text)?.[0] ?? '';
    for (const address of [script, picture]) {
      const { status, headers } = await client.get(address, { 'accept-encoding': 'br' });
      expect([address, status]).toEqual([address, 200]);
      expect(headers['cache-control']).toMatch(/max-age=31536000.*immutable/);
      if (address === script) expect(headers['content-encoding']).toBe('br');
    }
  });

  if (name === 'nginx')
    test('addresses that are secrets stand in no log of nginx', async () => {
      await client.get(previews.page('secret'));
      for (const page of [pages.resetPassword, pages.acceptInvitation]) await client.get(`${page}?token=secret`);
      await client.get('/healthz?last');
      await expect.poll(() => balancer.readLog()).toContain('/healthz?last');
      expect(balancer.readLog()).not.toContain('secret');
    });

  if (name === 'nginx')
    test('a demo request is answered where the first instance resets its connection', async () => {
      let resets = 0;
      const broken = createServer((socket) => {
        socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy() && resets++);
      }).listen(0, '127.0.0.1');
      await once(broken, 'listening');
      const { port } = broken.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}`;
      const both = await Balancer.before(name, [{ url }, ...servers]);
      const other = new Client(both.url);
      onTestFinished(async () => {
        other.close();
        await both.close();
        broken.close();
      });
      // One that failed is left out for a second.
      const [before, statuses] = [resets, new Set<number>()];
      for (let n = 1; resets === before; n++) {
        const key = { 'idempotency-key': randomUUID() };
        statuses.add((await requestDemo(n % 10, `127.9.8.${n}`, key, other)).status);
        await sleep(50);
      }
      expect([...statuses]).toEqual([201]);
    });

  test('an instance that stops is noticed by nobody', async () => {
    const failed: string[] = [];
    let answers = 0;
    let over = false;
    const visit = async (visitor: number) => {
      for (let n = 0; !over; n++) {
        const address = visitor % 2 ? pages.home : pages.searchFor(`${visitor} ${n}`);
        const from = `127.9.${3 + visitor}.${1 + (n % 200)}`;
        const { status, headers } = await client.send(address, { from }).catch(() => ({ status: 0, headers: {} }));
        // On a machine that does much else the program may have too much to do; a proxy says so without an id.
        const isBusy = status === 503 && 'x-request-id' in headers;
        if (status !== 200 && !isBusy) failed.push(`${address}: ${status}`);
        answers++;
        await sleep(10);
      }
    };
    const visitors = [0, 1, 2, 3].map(visit);
    servers[0]?.process.kill('SIGTERM');
    expect(await servers[0]?.exited).toEqual({ code: 0, signal: null });
    over = true;
    await Promise.all(visitors);
    expect(failed).toEqual([]);
    expect(answers).toBeGreaterThan(4);
  });

  if (name === 'nginx')
    test('pictures that nginx has come while no instance runs', async () => {
      await Promise.all(servers.map((server) => server.kill()));
      expect((await client.get(picture, { 'accept-encoding': 'br' })).status).toBe(200);
      expect((await client.get(pages.home)).status).toBe(502);
    });
}
