import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, adminPages, calls, leadCalls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { dataUrl, openOffice } from '../../test/helpers/office.ts';
import { screens as allScreens } from './screens.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const visit = (path: string) => app.send(path, { headers: browser });

describe('pages of the back office', () => {
  const { login, forgotPassword, resetPassword, acceptInvitation } = pages;
  const withoutSession = [login, forgotPassword, resetPassword, acceptInvitation];
  const screens = [...Object.values(adminPages), ...withoutSession, '/admin/nothing'];

  test.each(screens)('GET %s answers the shell, which is kept nowhere', async (path) => {
    const answer = await visit(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain('<div id="root">');
    expect(answer.text).toContain(`<meta name="csrf-token" content="${app.token}">`);
  });

  test('the sign-in page stands in the document, in Bengali, with what the specification says', async () => {
    const { text } = await visit(pages.login);
    expect(text).toMatch(/^<!DOCTYPE html><html lang="bn">/);
    for (const words of ['স্টাফ লগইন</h1>', 'type="email"', '>Remember me<', '>Forgot password?<'])
      expect(text).toContain(words);
    expect(text).not.toMatch(/<input[^>]*checked/);
    expect((await visit(adminPages.dashboard)).text).toMatch(/^<!DOCTYPE html><html lang="en">/);
  });

  test('run only scripts of this origin and the one that stands in them, and no inline style but the one with the nonce', async () => {
    const [one, other] = [await visit(adminPages.news), await visit(adminPages.news)];
    const policy = one.headers['content-security-policy'] as string;
    const script = /<script data-[^>]*>(.*?)<\/script>/s.exec(one.text)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain('unsafe');
    const nonce = /<meta name="style-nonce" content="([^"]+)">/.exec(one.text)?.[1] ?? '';
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(other.text).not.toContain(nonce);
    expect(one.text).not.toMatch(/<script>|<style|\son\w+=/);
  });

  test('stand in a frame of the own site alone, where they are asked for as a panel', async () => {
    for (const path of [adminPages.news, pages.login])
      expect((await visit(path)).headers).toMatchObject({
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
    const panel = `${adminPages.news}?edit=1&panel=1`;
    for (const path of [panel, `${pages.login}?${new URLSearchParams({ to: panel })}`]) {
      const { headers, text } = await visit(path);
      expect(headers).toMatchObject({
        'x-frame-options': 'SAMEORIGIN',
        'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
      });
      expect(text).toContain('<base target="_top">');
    }
  });

  test('carry the name and the logo of the vendor, and before the sign-in the name in the title', async () => {
    expect((await visit(pages.login)).text).toContain('<title>স্টাফ লগইন | প্রাঙ্গণ</title>');
    const office = await openOffice(app);
    await office.put(adminCalls.siteSettings, { name: 'ঘর "ক"', image: await dataUrl(320, 80) });
    const { text } = await visit(pages.login);
    expect(text).toContain('<title>স্টাফ লগইন | ঘর &#34;ক&#34;</title>');
    expect(text).toContain('<meta name="vendor-name" content="ঘর &#34;ক&#34;">');
    expect(text).toMatch(/<meta name="vendor-logo" content="\/media\/[0-9a-f]+\.webp">/);
    expect((await visit(adminPages.dashboard)).text).toContain('<title>Dashboard</title>');
  });

  const early = (text: string): { url: string; media?: string }[] =>
    JSON.parse((/data-calls="([^"]*)"/.exec(text)?.[1] ?? '[]').replaceAll('&#34;', '"').replaceAll('&#38;', '&'));

  test.each(allScreens.filter(({ call }) => call))(
    '$path begins with its list, and with its own code',
    async (screen) => {
      const { text } = await visit(`${screen.path}?page=2&edit=7`);
      expect(early(text)).toEqual([{ url: calls.signedInUser }, { url: `${screen.call}?page=2` }]);
      const other = await visit(adminPages.profile);
      const codeOf = (document: string) =>
        [...document.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, url]) => url);
      expect(codeOf(text).filter((url) => !codeOf(other.text).includes(url))).not.toEqual([]);
      expect(codeOf(text).length).toBeLessThanOrEqual(14);
    },
  );

  test('the inbox begins with the board or the list, as the address says, else the list', async () => {
    const board = { url: `${leadCalls.board}?per_column=6` };
    const list = { url: `${leadCalls.list}?per_page=25` };
    for (const [query, call] of Object.entries({ '?view=board': board, '?view=list': list, '': list }))
      expect(early((await visit(adminPages.contactRequests + query)).text).slice(1), query).toEqual([call]);
    expect(early((await visit(pages.login)).text)).toEqual([{ url: calls.signedInUser }]);
  });

  test('all parts that the shell names are there', async () => {
    const { text } = await visit(adminPages.dashboard);
    const parts = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect([part, (await app.get(part)).status]).toEqual([part, 200]);
  });

  test.each([
    ['/admin', adminPages.dashboard, 302],
    ['/admin/', adminPages.dashboard, 302],
    ['/admin/download', adminPages.downloads, 301],
    ['/admin/demo/password', adminPages.demoAccess, 301],
    ['/admin/contact-information', adminPages.contactRequests, 301],
  ])('GET %s leads to %s', async (path, to, status) => {
    const answer = await visit(path);
    expect([answer.status, answer.headers.location]).toEqual([status, to]);
  });

  test('the page whose address holds a token tells no other site of it', async () => {
    expect((await visit(`${pages.resetPassword}?token=x`)).headers['referrer-policy']).toBe('no-referrer');
  });
});

describe('GET /admin/* that does not prefer HTML is a call', () => {
  test.each(['application/json', '*/*'])('Accept %s', async (accept) => {
    const answer = await app.send(adminCalls.features, { headers: { accept } });
    expect(answer.status).toBe(401);
    expect(answer.json()).toEqual({ message: 'Unauthenticated.' });
    expect(answer.headers.vary).toBe('accept');
  });

  test('so the same address is a page for a browser and a call for a program', async () => {
    expect((await visit(adminCalls.features)).text).toContain('<div id="root">');
    expect((await visit(`${adminCalls.features}/7`)).text).toContain('<div id="root">');
  });
});
