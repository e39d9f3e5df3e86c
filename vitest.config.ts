import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const units = 'src/**/*.unit.test.ts';
/** Journeys of staff, beside those of visitors. */
const office = 'test/journeys/admin/**/*.test.ts';
const plainReporter = './test/helpers/plain-reporter.ts';
/** Brings one PostgreSQL for the whole run, however many projects ask for it. */
const postgres = './test/helpers/postgres/global-setup.ts';

export default defineConfig({
  plugins: [react()],
  test: {
    reporters: ['default', plainReporter],
    // Two cores: two test files at once.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    slowTestThreshold: 3_000,
    passWithNoTests: true,
    projects: [
      { extends: true, test: { name: 'units', include: [units] } },
      {
        extends: true,
        test: { name: 'sqlite', include: ['src/**/*.test.ts'], exclude: [units], env: { TEST_STORE: 'sqlite' } },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['src/**/*.test.ts'],
          exclude: [units],
          env: { TEST_STORE: 'postgres' },
          globalSetup: postgres,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
          globalSetup: postgres,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          exclude: [office],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // One browser, and figures that nothing else disturbs.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          // Nothing is measured here: two browsers at once.
          name: 'office',
          include: [office],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
