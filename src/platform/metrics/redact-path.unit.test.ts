import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { newToken } from '../session/sessions.server.ts';
import { redactPath, secretRoutes } from './log.server.ts';

const endings = ['', '।', ',', ')', '.', ';', '’', '"', '/', '>', '%E0%A5%A4', '.ics।', '?a=1', '%'];
const beginnings = ['/preview/', '/calendar/', '/Preview/', '//preview/', '/%70review/', '/', '/old/', '/news/('];

test('no token is kept of an address, wherever it stands and whatever clings to it', () => {
  for (let count = 0; count < 10_000; count++) {
    const token = newToken();
    for (const ending of endings) {
      const beginning = beginnings[count % beginnings.length] ?? '';
      const kept = redactPath(beginning + token + ending);
      if (kept.includes(token.slice(0, 21))) expect(kept, beginning + token + ending).toBe('…');
    }
  }
});

test('what tells of a person is not kept, what somebody wrote as an address is', () => {
  const personal = ['nasrin@example.org', '01712345678', '৮৮০১৭১২৩৪৫৬৭৮', '5f4dcc3b5aa765d61d8327deb882cf99'];
  for (const name of personal) expect(redactPath(`/a/${name}`)).toBe('/a/…');
  for (const path of [
    '/',
    '/news/details/12',
    '/admin/features-get-category',
    '/school-management-software-in-bangladesh-2024',
    '/Institutional_News_and_Events',
    `/${encodeURIComponent('ভর্তি-বিজ্ঞপ্তি')}`,
    '/media/q0Zb3_Gm1dXh8kFvN2rT5a-480.avif',
    '/%',
  ])
    expect(redactPath(`${path}?token=x`)).toBe(path);
});

test('the proxies log none of the secret addresses', () => {
  const folders = secretRoutes.map((route) => route.split('/')[1]);
  const withTokens = [pages.resetPassword, pages.acceptInvitation];
  expect(readFileSync('deploy/nginx.conf', 'utf8')).toContain(
    `location ~* ^/(?:(?:${folders.join('|')})/|(?:${withTokens.map((page) => page.slice(1)).join('|')})$) {`,
  );
  expect(readFileSync('deploy/Caddyfile', 'utf8')).toContain(
    `# @secret path ${[...folders.map((folder) => `/${folder}/*`), ...withTokens].join(' ')}\n`,
  );
});
