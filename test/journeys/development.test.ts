// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../helpers/free-port.ts';
import { theBrowser } from './helpers/browser.ts';
import { Checkout } from './helpers/checkout.ts';

let checkout: Checkout;
let dev: ChildProcess;
let address: string;
let said = '';

beforeAll(async () => {
  checkout = new Checkout();
  const port = String(await freePort());
  address = `http://localhost:${port}`;
  dev = spawn(process.execPath, ['scripts/run.mjs', 'dev'], {
    cwd: checkout.folder,
    env: { PATH: process.env.PATH, PORT: port, SAMPLE_CONTENT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const begun = Promise.withResolvers<void>();
  for (const stream of [dev.stdout, dev.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Stop with Ctrl C.')) begun.resolve();
    });
  dev.once('exit', () => begun.reject(new Error(`npm run dev ended: ${said}`)));
  await begun.promise;
}, 90_000);

afterAll(async () => {
  const ended = once(dev, 'exit');
  dev.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  checkout.remove();
});

test('npm run dev on a fresh checkout begins without a word of trouble', () => {
  expect(said).toContain('First start. Sign in');
  expect(said).not.toMatch(/error|warn|\n {4}at /i);
});

test('what is edited is seen in the open browser, each in its own way', async () => {
  const browser = await theBrowser();
  const context = await browser.newContext();
  const [site, office] = [await context.newPage(), await context.newPage()];
  const troubles: string[] = [];
  for (const page of [site, office]) {
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  }
  await site.goto(`${address}/`);
  await office.goto(`${address}/login`);
  const email = office.getByRole('textbox').first();
  await email.fill('rahim@prangon.example');
  // A page that was loaded again has lost it.
  await site.evaluate(() => document.body.classList.add('marked'));

  checkout.edit('src/ui/site/base.css', 'body {', 'body { border-top: 7px solid;');
  await site.waitForFunction(() => getComputedStyle(document.body).borderTopWidth === '7px');
  expect(await site.locator('body.marked').count(), 'it was swapped, not loaded again').toBe(1);

  checkout.edit('src/site/layout/footer.tsx', '{footerWords.invitation}', 'Come and see');
  await site.getByText('Come and see').waitFor();

  checkout.edit('src/auth/login-page.tsx', ': accountStrings.title}', ": 'For staff'}");
  await office.getByText('For staff').waitFor();
  expect(await email.inputValue(), 'it was refreshed in its place').toBe('rahim@prangon.example');

  checkout.edit('src/platform/http/health.server.ts', "status: 'ok'", "status: 'very well'");
  await expect.poll(async () => (await fetch(`${address}/healthz`)).text()).toContain('very well');

  expect(troubles).toEqual([]);
  checkout.edit('src/site/layout/footer.tsx', 'Come and see', '{Come and see}');
  await site.locator('vite-error-overlay').waitFor({ state: 'attached' });
  checkout.edit('src/site/layout/footer.tsx', '{Come and see}', 'Come again');
  await site.getByText('Come again').waitFor();
  await context.close();
});
