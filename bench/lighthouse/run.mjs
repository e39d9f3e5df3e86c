import lighthouse from 'lighthouse';

/** Runs Lighthouse on the browser at a debugging port and prints JSON: `node run.mjs <port> <url>`. */
const [port, url] = process.argv.slice(2);
const result = await lighthouse(url, { port: Number(port), logLevel: 'error' });
if (!result) throw new Error('Lighthouse gave no result');
report(result.lhr);
console.log(JSON.stringify(runOf(result)));

function runOf({ artifacts, lhr: { categories, audits, runtimeError, finalDisplayedUrl } }) {
  const score = (name) => Math.round((categories[name]?.score ?? 0) * 100);
  const missing = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].find(
    (name) => audits[name]?.numericValue === undefined,
  );
  const number = (name) => audits[name]?.numericValue ?? 0;
  return {
    performance: performanceOf(categories.performance?.auditRefs ?? [], audits),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    missing: runtimeError?.message ?? (missing && (audits[missing]?.errorMessage ?? missing)),
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    blocking: blockingIn(artifacts.Trace.traceEvents, finalDisplayedUrl),
    cls: number('cumulative-layout-shift'),
  };
}

/** Lighthouse's score without its 30 % of blocking time, which is judged by `blocking`. */
function performanceOf(refs, audits) {
  const judged = refs.filter(({ id, weight }) => weight > 0 && id !== 'total-blocking-time');
  const sum = (of) => judged.reduce((total, ref) => total + of(ref), 0);
  return Math.round((100 * sum(({ id, weight }) => weight * (audits[id]?.score ?? 0))) / sum(({ weight }) => weight));
}

/**
 * As the total blocking time, but of all tasks since the navigation, and by their CPU time, four times as much on a phone:
 * on a busy machine a task waits for a core for as long as it works, or longer.
 */
function blockingIn(events, url) {
  const start = events.findLast(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url);
  return events
    .filter(({ name, pid, tid, ts }) => name === 'RunTask' && pid === start?.pid && tid === start.tid && ts >= start.ts)
    .reduce((sum, { dur = 0, tdur = dur }) => sum + Math.max(0, 4 * (tdur / 1_000) - 50), 0);
}

/** Logs the failing audits of each category below 100. */
function report({ categories, audits }) {
  for (const name of ['accessibility', 'best-practices', 'seo']) {
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id];
      if (weight > 0 && audit?.score !== null && audit?.score !== undefined && audit.score < 1)
        console.error(`${name}: ${audit.title}`);
    }
  }
}
