import { expect, test } from 'vitest';
import { prefersHtml } from './error-answers.server.ts';

test('a page is for whoever prefers HTML', () => {
  const html = ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html, application/json;q=0.9'];
  for (const accept of html) expect(prefersHtml(accept), accept).toBe(true);
  const others = ['text/html;q=0.5, application/json', 'application/json, text/html', 'text/html;q=0', '*/*', ''];
  for (const accept of [...others, undefined]) expect(prefersHtml(accept), accept).toBe(false);
});
