import type { Reporter, TestCase } from 'vitest/node';

/** The table of `npm run test:attacks`. */
export default class AttacksReporter implements Reporter {
  readonly #rows: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const { tries = 0, through = 0 } = test.meta().attack ?? {};
    this.#rows.push(`| ${test.name} | ${tries} | ${through} | ${test.result().state} |`);
  }

  onTestRunEnd(): void {
    console.log(`\n| class | tries | through | |\n| --- | --- | --- | --- |\n${this.#rows.sort().join('\n')}`);
  }
}
