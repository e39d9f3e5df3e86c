import lighthouse from 'lighthouse';

/** Runs Lighthouse on the browser at a debugging port and prints JSON: `node run.mjs <port> <url>`. */
const [port, url] = process.argv.slice(2);
const result = await lighthouse(url, { port: Number(port), logLevel: 'error' });
if (!result) throw new Error('Lighthouse gave no result');
report(result.lhr);
console.log(JSON.stringify(runOf(result.lhr)));

function runOf({ categories, audits, runtimeError }) {
  const score = (name) => Math.round((categories[name]?.score ?? 0) * 100);
  const missing = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].find(
    (name) => audits[name]?.numericValue === undefined,
  );
  const number = (name) => audits[name]?.numericValue ?? 0;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    missing: runtimeError?.message ?? (missing && (audits[missing]?.errorMessage ?? missing)),
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    blocking: blockingIn(audits['long-tasks']?.details?.items ?? []),
    cls: number('cumulative-layout-shift'),
  };
}

/** As the total blocking time, but of all tasks since the navigation. */
function blockingIn(tasks) {
  return tasks.reduce((sum, { duration }) => sum + duration - 50, 0);
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
