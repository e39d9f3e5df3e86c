import { monitorEventLoopDelay } from 'node:perf_hooks';
import { beforeAll } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { attack, listOf, many, pairs } from '../helpers/attacks.ts';
import { sessionsOf } from '../helpers/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

attack('heavy bodies', async (tries) => {
  const tokens = await sessionsOf(app, 30);
  const million = many(400_000, 1_900_000);
  const pieces = listOf(
    '<|&|"|\'|\t| |a |<p>|</p>|<!--|&#x|0a|\\|=|ক|\u0000|https://a.b/|a@|x,|{name}|[|(|<a href="|\n|://|0|+88',
  ).map((piece) => piece.repeat(million / piece.length));
  const forms: [string, (text: string) => object][] = [
    [adminCalls.faq, (text) => ({ question: 'x', answer: text })],
    [adminCalls.news, (text) => ({ title: text, short_title: text.slice(0, 100), content: text, image: text })],
    [adminCalls.siteSettings, (text) => ({ synonyms: text, holidays: text })],
    [
      calls.demoRequest,
      (text) => ({ name: text.slice(0, 5_000), email: text.slice(0, 5_000), number: text.slice(0, 500) }),
    ],
    [calls.login, (text) => ({ email: text.slice(0, 7_000), password: text.slice(0, 7_000) })],
    ['/admin/contact-requests/import', (text) => ({ csv: text, dry_run: true })],
  ];
  const delay = monitorEventLoopDelay();
  delay.enable();
  for (const [piece, [path, formOf]] of tries.some(pairs(pieces, forms), many(27, 1e6))) {
    const authorization = `Bearer ${tokens[tries.count % tokens.length]}`;
    const headers = { authorization, 'content-type': 'application/json', 'x-csrf-token': app.token };
    const method = path === adminCalls.siteSettings ? 'PUT' : 'POST';
    const from = `127.26.1.${1 + (tries.count % 200)}`;
    const heavy = app.send(path, { method, headers, body: JSON.stringify(formOf(piece)), from });
    const { status, text } = await heavy.catch(() => ({ status: 0, text: 'cut off' }));
    const isPlanned = status === 503 && /try again/i.test(text);
    const stop = Math.round(delay.max / 1e6);
    delay.reset();
    // An expression that runs away takes minutes, a busy machine does not.
    const isHarm = (status >= 500 && !isPlanned) || stop > 5_000;
    tries.note(isHarm && `${stop} ms, ${path} ${JSON.stringify(piece.slice(0, 12))}: ${status} ${text.slice(0, 200)}`);
  }
});
