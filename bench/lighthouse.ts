import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { fetchPackages } from '../test/helpers/fetch-packages.ts';
import { niceness, quietBrowser } from './quiet-browser.ts';
import { median, type Row } from './table.ts';

const mostRuns = 5;
const program = path.join(import.meta.dirname, 'lighthouse/run.mjs');

interface Run {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  missing?: string;
  lcp: number;
  tbt: number;
  /** Milliseconds of CPU of tasks above 50 ms each, since the navigation: `tbt` leaves out those before the first paint. */
  blocking: number;
  cls: number;
}

/**
 * Lighthouse's mobile run. A figure that misses its target is the median of two to five runs, as Lighthouse advises.
 * Blocking time depends on the machine, so it is compared with the same page without script, since the navigation: whether the
 * long layout of that comes before or after its first paint is chance. The least of the runs counts, as noise only adds;
 * or the median, as by chance one layout comes in two tasks of which none is long.
 */
export async function lighthouseMobile(origin: string, bareOrigin: string, path: string): Promise<Row> {
  const runs = [await runOnce(origin + path)];
  const bare: Run[] = [];
  let row = rowOf(path, runs, bare);
  while (!row.good && runs.length < mostRuns) {
    runs.push(await runOnce(origin + path));
    bare.push(await runOnce(bareOrigin + path));
    row = rowOf(path, runs, bare);
  }
  return row;
}

function rowOf(path: string, runs: Run[], bare: Run[]): Row {
  const of = (pick: (result: Run) => number) => median(runs.map(pick));
  const performance = of((result) => result.performance);
  const [access, practices, seo] = [
    of((result) => result.accessibility),
    of((result) => result.bestPractices),
    of((result) => result.seo),
  ];
  const [lcp, cls] = [of((result) => result.lcp), of((result) => result.cls)];
  const tbt = Math.min(...runs.map((result) => result.tbt));
  const pairs = bare.length > 0 ? [least, median].map((pick) => [blockingOf(runs, pick), blockingOf(bare, pick)]) : [];
  const without = pairs
    .map(([blocking, bareBlocking]) => `${blocking} ms, ${bareBlocking} without script`)
    .join('; median ');
  // A slow machine lays out longer, with and without script.
  const bareScore = bare.length > 0 ? median(bare.map((result) => result.performance)) : 100;
  const good =
    performance >= Math.min(99, bareScore) &&
    access === 100 &&
    practices === 100 &&
    seo === 100 &&
    lcp <= 1_300 &&
    (tbt <= 20 || pairs.some(([blocking = 0, bareBlocking = 0]) => blocking - bareBlocking <= 20)) &&
    cls <= 0.01;
  return {
    what: `Lighthouse mobile ${path}${runs.length > 1 ? `, median of ${runs.length} (of TBT the least)` : ''}: performance without TBT, the other three, LCP, TBT, CLS`,
    value: `${performance}; ${access}, ${practices}, ${seo}; ${(lcp / 1000).toFixed(2)} s, ${Math.round(tbt)} ms${without && ` (CPU since the start ${without})`}, ${cls.toFixed(3)}`,
    target: '≥ 99 or the page without script; 100, 100, 100; ≤ 1.3 s, ≤ 20 ms above the page without script, ≤ 0.01',
    good,
  };
}

const least = (values: number[]) => Math.min(...values);

function blockingOf(runs: Run[], pick: (values: number[]) => number): number {
  return Math.round(pick(runs.map(({ blocking }) => blocking)));
}

/** Lighthouse sometimes paints nothing; such a run is logged and repeated once. */
async function runOnce(url: string): Promise<Run> {
  const run = await measure(url);
  if (!run.missing) return run;
  console.error(`${url}: ${run.missing}`);
  const again = await measure(url);
  if (again.missing) throw new Error(`Lighthouse measured nothing twice: ${again.missing}`);
  return again;
}

/** Lighthouse runs at a lower priority too: it shares the cores with the page that it measures. */
async function measure(url: string): Promise<Run> {
  fetchPackages(path.dirname(program), 'Lighthouse');
  const chrome = await quietBrowser();
  try {
    const command = ['-n', `${niceness}`, process.execPath, program, `${chrome.port}`, url];
    const { stdout, stderr } = await promisify(execFile)('nice', command);
    process.stderr.write(stderr);
    return JSON.parse(stdout) as Run;
  } finally {
    chrome.kill();
  }
}
