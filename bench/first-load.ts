import { chromium } from 'playwright-core';
import { chromiumPath } from '../test/helpers/chromium.ts';
import type { Row } from './table.ts';

interface Loaded {
  url: string;
  type: string;
  bytes: number;
}

/** What a phone fetches before anyone scrolls or touches, in bytes over the wire. */
export async function firstLoad(url: string): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const client = await page.context().newCDPSession(page);
  const loaded = new Map<string, Loaded>();
  await client.send('Network.enable');
  client.on('Network.responseReceived', ({ requestId, response, type }) =>
    loaded.set(requestId, { url: response.url, type, bytes: 0 }),
  );
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const entry = loaded.get(requestId);
    if (entry) entry.bytes = encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const inline = await page.evaluate(() =>
    [...document.scripts]
      .filter((script) => !script.src && !/json/.test(script.type))
      .reduce((sum, script) => sum + (script.textContent?.length ?? 0), 0),
  );
  await browser.close();

  const files = [...loaded.values()].filter((file) => file.url.startsWith('http'));
  const sum = (list: Loaded[]) => list.reduce((total, file) => total + file.bytes, 0);
  const fonts = sum(files.filter((file) => file.type === 'Font'));
  const scripts = sum(files.filter((file) => file.type === 'Script')) + inline;
  const all = sum(files);
  return [
    {
      what: 'first load without scrolling, fonts included',
      value: `${kilobytes(all)} in ${files.length} requests`,
      target: '≤ 220 KB',
      good: all <= 220_000,
    },
    { what: 'the same without fonts', value: kilobytes(all - fonts), target: '≤ 65 KB', good: all - fonts <= 65_000 },
    {
      what: 'script before interaction, inline and uncompressed',
      value: kilobytes(scripts),
      target: '≤ 5 KB',
      good: scripts <= 5_000,
    },
  ];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
