import { execFileSync } from 'node:child_process';
import os from 'node:os';
import type { UserConsoleLog } from 'vitest';
import type { Reporter, TestCase } from 'vitest/node';
import type { ChaosRow } from './chaos.ts';

/** Of what was expected and what came instead, in characters: a broken promise may be broken a thousand times. */
const mostOfDiff = 3_000;

/** The table of `npm run test:chaos`: a line for each figure, as soon as its test has ended. */
export default class ChaosReporter implements Reporter {
  /** Of what is left to chance in a test, see `seededRandom`. */
  readonly #seeds = new Map<string, string>();

  onInit(): void {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
    const date = new Date().toISOString().slice(0, 10);
    console.log(
      `${date}, commit ${commit}, ${os.cpus().length} × ${os.cpus()[0]?.model}, Node ${process.versions.node}`,
    );
    console.log('\n| what | measured | goal | |\n| --- | --- | --- | --- |');
  }

  onUserConsoleLog({ taskId = '', content }: UserConsoleLog): void {
    const seed = /TEST_SEED=\d+/.exec(content)?.[0];
    if (seed) this.#seeds.set(taskId, ` (${seed})`);
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const { rows = [] }: { rows?: ChaosRow[] } = test.meta();
    const verdict = { passed: 'held', failed: 'BROKEN', skipped: 'not run', pending: 'not run' }[state];
    const seconds = Math.round((test.diagnostic()?.duration ?? 0) / 1_000);
    if (rows.length === 0) console.log(`| ${test.fullName} | ${seconds} s | | ${verdict} |`);
    const seed = this.#seeds.get(test.id) ?? '';
    for (const { what, measured, goal } of rows) console.log(`| ${what} | ${measured}${seed} | ${goal} | ${verdict} |`);
    for (const { message, diff = '' } of errors ?? []) console.log(`\n${message}\n${diff.slice(0, mostOfDiff)}\n`);
  }
}
