import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { sanitizeHtml } from '../../src/cms/rich-text/clean.server.ts';
import { attack, listOf, many, pairs } from '../helpers/attacks.ts';
import { pick } from '../helpers/described-calls.ts';
import { hostileHtml } from '../helpers/hostile-html.ts';
import { theBrowser } from '../journeys/helpers/browser.ts';

let page: Page;
beforeAll(async () => {
  page = await (await theBrowser()).newPage();
  return () => page.close();
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
    const result = sanitizeHtml(document);
    if (!('html' in result)) continue;
    outputs.push(result.html);
    const again = sanitizeHtml(result.html);
    tries.note((!('html' in again) || again.html !== result.html) && `not stable: ${document}: ${result.html}`);
  }
  tries.count += outputs.length * 8;
  // That it finds something where there is something.
  expect((await page.evaluate(findHarm, ['<p onclick=alert(1)>x</p>'])).length).toBeGreaterThan(5);
  for (let from = 0; from < outputs.length; from += 100)
    tries.through.push(...(await page.evaluate(findHarm, outputs.slice(from, from + 100))));
});

/** What would run, or ask another host, as a browser reads these: alone and in contexts that are read otherwise. Runs in the browser. */
function findHarm(texts: string[]): string[] {
  const contexts =
    'X|<table><tr><td>X|<svg><foreignObject>X|<svg><title>X|<math><mtext>X|<noscript>X|<select>X|<textarea></textarea>X';
  const runs = /^(?:script|iframe|object|embed|base|meta|link|style|svg|math|form|input|button|video|audio|noscript)$/;
  const hosts = /^(?:https?:)?\/\/(?!www\.youtube|i\.ytimg|localhost|127\.0\.0\.1)/i;
  const scheme = /^(?:javascript|vbscript|data:(?!image\/))/i;
  const harmOf = (text: string, context: string): string[] => {
    const whole = context.replace('X', () => `<x-own>${text}</x-own>`);
    const read = new DOMParser().parseFromString(whole, 'text/html');
    return [...read.querySelectorAll('x-own *')].flatMap((element) => {
      const odd = [...element.attributes].some(({ name, value }) => {
        const plain = value.replace(/[\u0000-\u0020]/g, '');
        const isLoaded = /^(?:src|srcset|poster|background|data|action|formaction|ping|style)$/.test(name);
        return /^on/i.test(name) || scheme.test(plain) || (isLoaded && hosts.test(plain));
      });
      return odd || runs.test(element.localName) ? [`${context}: ${element.outerHTML.slice(0, 200)}`] : [];
    });
  };
  return texts.flatMap((text) => contexts.split('|').flatMap((context) => harmOf(text, context)));
}
