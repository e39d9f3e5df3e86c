import { expect, test } from 'vitest';
import { prefersHtml } from './error-answers.server.ts';

const cases: [string | undefined, boolean][] = [
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/html', true],
  ['text/html, application/json;q=0.9', true],
  ['text/html;q=0.5, application/json', false],
  ['application/json, text/html', false],
  ['text/html;q=0', false],
  ['application/json', false],
  ['*/*', false],
  ['', false],
  [undefined, false],
];

for (const [accept, html] of cases) {
  test(`Accept ${accept ?? '(none)'} gets ${html ? 'the page' : 'the call'}`, () => {
    expect(prefersHtml(accept)).toBe(html);
  });
}
