import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { chromiumPath, wholeChromiumPath } from '../test/helpers/chromium.ts';
import type { Row } from './table.ts';

interface Loaded {
  url: string;
  type: string;
  bytes: number;
}

/**
 * Bytes over the wire that a phone loads per route before any scroll or touch. The headless shell ignores lazy loading
 * of pictures further down, so its figures are not judged.
 */
export async function firstLoads(origin: string, paths: string[]): Promise<Row[]> {
  const whole = wholeChromiumPath();
  const browser = await chromium.launch({
    executablePath: whole ?? chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const rows: Row[] = [];
    for (const path of paths) rows.push(await firstLoad(browser, origin, path));
    return whole ? rows : rows.map(({ what, value }) => ({ what, value, target: 'judged in a whole Chromium' }));
  } finally {
    await browser.close();
  }
}

async function firstLoad(browser: Browser, origin: string, path: string): Promise<Row> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const loaded = new Map<string, Loaded>();
  await client.send('Network.enable');
  client.on('Network.responseReceived', ({ requestId, response, type }) =>
    loaded.set(requestId, { url: response.url, type, bytes: 0 }),
  );
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const entry = loaded.get(requestId);
    if (entry) entry.bytes = encodedDataLength;
  });
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  const inline = await page.evaluate(() =>
    [...document.scripts]
      .filter((script) => !script.src && !/json|rules/.test(script.type))
      .reduce((sum, script) => sum + (script.textContent?.length ?? 0), 0),
  );
  const css = await page.evaluate(() =>
    [...document.querySelectorAll('style')].map((style) => style.textContent).join(''),
  );
  await context.close();

  const files = [...loaded.values()].filter((file) => file.url.startsWith('http'));
  const sum = (list: Loaded[]) => list.reduce((total, file) => total + file.bytes, 0);
  const fonts = sum(files.filter((file) => file.type === 'Font' || /\/fonts-[^/]+\.css$/.test(file.url)));
  const scripts = sum(files.filter((file) => file.type === 'Script')) + inline;
  const all = sum(files);
  const styles = gzipSync(css).length;
  return {
    what: `first load of ${path}: all, without fonts; script before interaction (inline ones uncompressed), CSS (gzip)`,
    value: [all, all - fonts, scripts, styles].map(kilobytes).join(', '),
    target: '≤ 200, ≤ 60, ≤ 5.1 (5 KiB), ≤ 20 KB',
    good: all <= 200_000 && all - fonts <= 60_000 && scripts <= 5 * 1024 && styles <= 20_000,
  };
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
