import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { calls, discovery, pages, previews } from '#paths.ts';
import { clean } from '../../src/cms/rich-text/clean.server.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { attack, listOf, many, pairs, type Tries } from '../helpers/attacks.ts';
import { bodyOf, type DescribedCall, describedCalls, pick, wellFormed } from '../helpers/described-calls.ts';
import { hostileHtml } from '../helpers/hostile-html.ts';
import { dataUrl } from '../helpers/office.ts';
import { newNetwork, sendAs, sessionsOf } from '../helpers/staff.ts';
import { theBrowser } from '../journeys/helpers/browser.ts';

let app: TestApp;
let page: Page;
beforeAll(async () => {
  app = await openTestApp({ env: { SAMPLE_CONTENT: '1' } });
  page = await (await theBrowser()).newPage();
  return async () => {
    await page.close();
    await app.close();
  };
});

attack('rich text: mutants × contexts', async (tries) => {
  const tags = listOf(
    'p|h2|ul|li|a|table|td|img|svg|math|style|title|script|template|select|noscript|textarea|div|form',
  );
  const marks = [
    ...'<>"\'&=/ \0\n\t`',
    ...pairs(['<', '</'], pairs(tags, [' ', '>'])).map((parts) => parts.flat().join('')),
  ];
  const pieces = [...hostileHtml, ...marks];
  const mutant = () => {
    const parts = Array.from({ length: 1 + Math.floor(tries.random() * 6) }, () => pick(pieces, tries.random));
    const text = parts.join('');
    const at = Math.floor(tries.random() * text.length);
    const cut = at + Math.floor(tries.random() * 6);
    return tries.random() < 0.5 ? text : text.slice(0, at) + pick(pieces, tries.random) + text.slice(cut);
  };
  const documents = [...hostileHtml, ...Array.from({ length: many(1_000, 20_000) }, mutant)];
  const outputs: string[] = [];
  for (const document of documents) {
    const result = clean(document);
    if (!('html' in result)) continue;
    outputs.push(result.html);
    const again = clean(result.html);
    tries.note((!('html' in again) || again.html !== result.html) && `not stable: ${document}: ${result.html}`);
  }
  tries.count += outputs.length * 8;
  await noteHarm(tries, outputs, true);
});

attack('stored XSS: vectors × sinks × pages', async (tries) => {
  const begins = ['', '"\'>', '</title>', '</script>', '--></style>', '</textarea></noscript>', '{{x}}${', ']]>'];
  const vectors = tries.some(pairs(begins, hostileHtml), many(40, 400)).map(([begin, html]) => begin + html);
  const picture = await dataUrl(8, 8);
  const tokens = await sessionsOf(app, 60);
  const not =
    /order|bulk|merge|import|password|second-|reveal|secret|read|resume|restore|retention|login|invitation|reset|visit|remove|mail-server|confirm/;
  const isWrite = ({ method, path, body }: DescribedCall) =>
    /^P/.test(method) && body && !not.test(path) && /^[^{]+(?:\{id\}(?:\/\w+)?)?$/.test(path);
  const writes = (await describedCalls(app.get)).filter(isWrite);
  let counter = 0;
  const write = async (call: DescribedCall, vector: string, most: number) => {
    const at = counter++;
    const body = bodyOf(call.body ?? {}, {
      random: () => 0.5,
      id: () => 1 + (at % 3),
      text: (name) => wellFormed(name, at, picture) ?? [...vector].slice(0, most).join(''),
    });
    const path = call.path.replace('{id}', String(1 + (at % 3)));
    const answer = await (path === calls.demoRequest
      ? app.requestDemo(body, {}, newNetwork())
      : sendAs(app, tokens[at % tokens.length] ?? '', call.method, path, body, `127.24.1.${1 + (at % 200)}`));
    const link = /"url":"[^"]*(\/preview\/[\w-]{43})"/.exec(answer.text)?.[1];
    if (link) addresses.add(link);
    return answer.status < 300;
  };
  const lists = Object.values(pages).filter((path) => typeof path === 'string');
  const addresses = new Set<string>([...lists, discovery.newsFeed, discovery.forLanguageModels, discovery.appManifest]);
  const { newsDetails, aboutDetails, featureDetails, clientStory } = pages;
  for (const pageOf of [newsDetails, aboutDetails, featureDetails, clientStory])
    for (const id of [1, 2, 3]) addresses.add(pageOf(id));
  for (const [call, vector] of tries.some(pairs(writes, vectors), many(400, 2_000))) {
    if ((await write(call, vector, 250)) || (await write(call, vector, 60))) tries.note(null);
  }
  for (const vector of vectors) {
    const encoded = encodeURIComponent(vector);
    for (const path of [pages.searchFor(vector), `/no-such/${encoded}`, previews.page(encoded)]) addresses.add(path);
  }
  await readPages(tries, tries.some([...addresses], many(100, 1e4)));
});

async function readPages(tries: Tries, paths: string[]): Promise<void> {
  const texts: string[] = [];
  for (const path of paths) {
    const answer = await app.send(path, { headers: { accept: 'text/html' }, from: newNetwork() }).catch(() => null);
    if (!answer) continue;
    if (/text\/html/.test(answer.headers['content-type'] ?? '')) texts.push(answer.text);
    // Anything else is shown as what it is called, and in a sandbox.
    tries.note(!/default-src 'none'/.test(String(answer.headers['content-security-policy'])) && `${path}: no policy`);
  }
  await noteHarm(tries, texts, false);
}

async function noteHarm(tries: Tries, texts: string[], isRich: boolean): Promise<void> {
  // That it finds something where there is something.
  const control = await page.evaluate(findHarm, { texts: ['<p onclick=alert(1)>x</p>'], isRich });
  expect(control.length).toBeGreaterThan(isRich ? 5 : 0);
  for (let from = 0; from < texts.length; from += 100)
    tries.through.push(...(await page.evaluate(findHarm, { texts: texts.slice(from, from + 100), isRich })));
}

/** What would run, or ask another host, as a browser reads these: alone and in contexts that are read otherwise. Runs in the browser. */
function findHarm({ texts, isRich }: { texts: string[]; isRich: boolean }): string[] {
  const inRich =
    'X|<table><tr><td>X|<svg><foreignObject>X|<svg><title>X|<math><mtext>X|<noscript>X|<select>X|<textarea></textarea>X';
  const contexts = isRich ? inRich.split('|') : ['X'];
  const runs = /^(?:script|iframe|object|embed|base|meta|link|style|svg|math|form|input|button|video|audio|noscript)$/;
  const hosts = /^(?:https?:)?\/\/(?!www\.youtube|i\.ytimg|localhost|127\.0\.0\.1)/i;
  const scheme = /^(?:javascript|vbscript|data:(?!image\/))/i;
  const harmOf = (text: string, context: string): string[] => {
    const whole = isRich ? context.replace('X', () => `<x-own>${text}</x-own>`) : text;
    const read = new DOMParser().parseFromString(whole, 'text/html');
    const own = [...read.querySelectorAll(isRich ? 'x-own *' : '*')];
    return own.flatMap((element) => {
      const odd = [...element.attributes].some(({ name, value }) => {
        const plain = value.replace(/[\u0000-\u0020]/g, '');
        const isLoaded = /^(?:src|srcset|poster|background|data|action|formaction|ping|style)$/.test(name);
        return /^on/i.test(name) || scheme.test(plain) || (isRich && isLoaded && hosts.test(plain));
      });
      const isInline = element.matches('script:not([src], [type="application/ld+json"])');
      const isActive = isRich ? runs.test(element.localName) : isInline && /alert\(1\)/.test(element.innerHTML);
      return odd || isActive ? [`${context}: ${element.outerHTML.slice(0, 200)}`] : [];
    });
  };
  return texts.flatMap((text) => contexts.flatMap((context) => harmOf(text, context)));
}
