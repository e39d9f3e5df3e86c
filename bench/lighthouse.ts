import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumPath } from '../test/helpers/chromium.ts';
import { median, type Row } from './table.ts';

const runs = 5;

/** Lighthouse's mobile run: a slow phone on a slow network, simulated. Medians. */
export async function lighthouseMobile(url: string): Promise<Row[]> {
  const results: Awaited<ReturnType<typeof runOnce>>[] = [];
  for (let run = 0; run < runs; run++) results.push(await runOnce(url));
  const of = (pick: (result: (typeof results)[number]) => number) => median(results.map(pick));
  const performance = of((result) => result.performance);
  const others = (['accessibility', 'bestPractices', 'seo'] as const).map((name) => of((result) => result[name]));
  const [lcp, tbt, cls] = [of((result) => result.lcp), of((result) => result.tbt), of((result) => result.cls)];
  return [
    {
      what: `Lighthouse mobile, median of ${runs}: performance`,
      value: String(performance),
      target: '≥ 99',
      good: performance >= 99,
    },
    {
      what: 'accessibility, best practices, SEO',
      value: others.join(', '),
      target: '100, 100, 100',
      good: others.every((score) => score === 100),
    },
    { what: 'first contentful paint', value: `${(of((result) => result.fcp) / 1000).toFixed(2)} s` },
    { what: 'largest contentful paint', value: `${(lcp / 1000).toFixed(2)} s`, target: '≤ 1.6 s', good: lcp <= 1600 },
    { what: 'total blocking time', value: `${Math.round(tbt)} ms`, target: '≤ 50 ms', good: tbt <= 50 },
    { what: 'cumulative layout shift', value: cls.toFixed(3), target: '≤ 0.01', good: cls <= 0.01 },
  ];
}

async function runOnce(url: string) {
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ];
  const chrome = await launch({ chromePath: chromiumPath(), chromeFlags: flags });
  try {
    const result = await lighthouse(url, { port: chrome.port, logLevel: 'error' });
    if (!result) throw new Error('Lighthouse gave no result');
    const { categories, audits } = result.lhr;
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    const number = (name: string) => audits[name]?.numericValue ?? Number.NaN;
    report(result.lhr);
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      fcp: number('first-contentful-paint'),
      lcp: number('largest-contentful-paint'),
      tbt: number('total-blocking-time'),
      cls: number('cumulative-layout-shift'),
    };
  } finally {
    chrome.kill();
  }
}

/** What keeps a category under 100, so that a miss can be mended. */
function report(lhr: import('lighthouse').Result): void {
  for (const name of ['accessibility', 'best-practices', 'seo']) {
    for (const { id, weight } of lhr.categories[name]?.auditRefs ?? []) {
      const audit = lhr.audits[id];
      if (weight > 0 && audit?.score !== null && audit?.score !== undefined && audit.score < 1)
        console.error(`${name}: ${audit.title}`);
    }
  }
}
