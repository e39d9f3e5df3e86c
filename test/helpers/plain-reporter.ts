import type { Reporter, TestModule } from 'vitest/node';

/** Says the result once more, alone on the last line, for people and programs that read only that. */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        if (state === 'failed') failed++;
      }
      // A file that could not be loaded has no tests that could fail.
      if (module.errors().length > 0) failed++;
    }
    // After the other reporters, whatever their order: they print until the process ends.
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
