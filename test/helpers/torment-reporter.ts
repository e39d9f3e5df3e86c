import { execFileSync } from 'node:child_process';
import os from 'node:os';
import type { Reporter, TestCase } from 'vitest/node';
import type { TormentRow } from './torment.ts';

/** The table of `npm run torment`: a line for each figure, as soon as its test has ended. */
export default class TormentReporter implements Reporter {
  onInit(): void {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
    const date = new Date().toISOString().slice(0, 10);
    console.log(
      `${date}, commit ${commit}, ${os.cpus().length} × ${os.cpus()[0]?.model}, Node ${process.versions.node}`,
    );
    console.log('\n| what | measured | goal | |\n| --- | --- | --- | --- |');
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    const { state, errors } = result;
    const { rows = [] }: { rows?: TormentRow[] } = test.meta();
    const verdict = { passed: 'held', failed: 'BROKEN', skipped: 'not run', pending: 'not run' }[state];
    const seconds = Math.round((test.diagnostic()?.duration ?? 0) / 1_000);
    const note = result.state === 'skipped' && result.note ? result.note : `${seconds} s`;
    if (rows.length === 0) console.log(`| ${test.fullName} | ${note} | | ${verdict} |`);
    for (const { what, measured, goal } of rows) console.log(`| ${what} | ${measured} | ${goal} | ${verdict} |`);
    for (const { message } of errors ?? []) console.log(`\n${message}\n`);
  }
}
