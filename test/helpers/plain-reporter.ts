import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Says why a test was not run, and the result once more, alone on the last line, for whoever reads only that.
 */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests) tellOf(test);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A file that could not be loaded has no tests that could fail.
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const failed = count('failed') + broken + errors.length;
    // After the other reporters, whatever their order: they print until the process ends.
    process.once('exit', () => process.stdout.write(`${count('passed')} passed, ${failed} failed\n`));
  }
}

function tellOf(test: TestCase): void {
  const result = test.result();
  if (result.state === 'skipped' && result.note) console.log(`Not run: ${test.fullName} (${result.note})`);
}
