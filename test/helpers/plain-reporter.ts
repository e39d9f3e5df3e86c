import type { Reporter, TestModule } from 'vitest/node';

/** Says why a test was not run, and the result once more, alone on the last line, for whoever reads only that. */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') passed++;
        if (result.state === 'failed') failed++;
        if (result.state === 'skipped' && result.note) console.log(`Not run: ${test.fullName} (${result.note})`);
      }
      // A file that could not be loaded has no tests that could fail.
      if (module.errors().length > 0) failed++;
    }
    // After the other reporters, whatever their order: they print until the process ends.
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
