import { globSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** `npm run test:chaos` runs the tests of faults with large numbers, one after the other, and prints a table. */
const isChaos = process.env.CHAOS !== undefined;
/** `npm test` leaves out what is tagged `full`, a file by its first line or one test. */
const isQuick = process.env.TEST_QUICK !== undefined;
/** `npm run test:rest` runs what `npm test` leaves out, and everything on PostgreSQL. */
const isRest = process.env.TEST_REST !== undefined;
const tags = [
  { name: 'full', description: 'Takes its time, or repeats with large counts what another test proves.' },
  { name: 'postgres', description: 'Owns SQL, locks, notifications or migrations: on both databases each time.' },
];
const files = globSync('{src,test}/**/*.test.ts', { exclude: ['**/node_modules/**'] });
const tagged = (tag: string) => files.filter((file) => readFileSync(file, 'utf8').includes(`@module-tag ${tag}\n`));
/** Not even loaded. */
const leftOut = isQuick ? tagged('full') : [];

const units = 'src/**/*.unit.test.ts';
const calls = {
  include: ['src/**/*.test.ts', 'test/field/{form,import,links,mail,pictures}/*.test.ts'],
  exclude: leftOut,
};
/** For these it makes no difference in which database the rows are; they run on SQLite alone. */
const sameOnBoth = [
  'src/rights.test.ts',
  'src/admin/routes.test.ts',
  'src/cms/pictures/refused-pictures.test.ts',
  'src/platform/cache/cdn-purge.test.ts',
  'src/platform/http/{answers,client,describe-calls,error-pages,languages}.test.ts',
  'src/platform/http/limits/{bodies,connections}.test.ts',
  'src/site/{app-manifest,cards,feeds,offline,structured}/*.test.ts',
  'test/field/{import,links}/*.test.ts',
  'src/site/head.test.ts',
];
/** Looks at what a page does while it comes: alone on the machine. */
const measured = 'test/journeys/first-load.test.ts';
const plainReporter = './test/helpers/plain-reporter.ts';
/** Only in `npm run test:attacks`, and with `ATTACKS=full` as many as there are. */
const isAttacks = process.env.ATTACKS !== undefined;
const hour = 3_600_000;
/** Brings one PostgreSQL for the whole run, however many projects ask for it. */
const postgres = './test/helpers/postgres/global-setup.ts';
const browser = './test/helpers/bring-browser.ts';

/** Files follow each other in processes that have read the modules already; each file has an app of its own. */
const shared = { isolate: false, maxWorkers: 4, sequence: { groupOrder: 0 } } as const;

const sqlite = { name: 'sqlite', ...calls, env: { TEST_STORE: 'sqlite' } };
const faults = {
  name: 'faults',
  include: ['test/{faults,delivery}/**/*.test.ts'],
  exclude: leftOut,
  testTimeout: isChaos ? 4 * hour : 300_000,
  hookTimeout: isChaos ? 4 * hour : 120_000,
  globalSetup: [postgres, browser],
  setupFiles: './test/helpers/faults-setup.ts',
  ...(isChaos && { maxWorkers: 1 }),
};
const journeys = {
  name: 'journeys',
  include: ['test/journeys/**/*.test.ts', 'test/field/*.test.ts'],
  exclude: [measured, ...leftOut],
  globalSetup: './test/field/helpers/old-browsers.ts',
};
/** In a whole run they are one, so that no worker reads all modules anew. */
const everything = {
  name: 'everything',
  include: [sqlite, faults, journeys].flatMap(({ include }) => include),
  globalSetup: [postgres, journeys.globalSetup],
};

/** Files by what they wait for: a browser, a fault; all others calculate. */
const places = [/\/test\/(?:journeys|field)\//, /\/test\/(?:faults|delivery)\//];
function placeOf({ moduleId }: TestSpecification): number {
  const place = places.findIndex((pattern) => pattern.test(moduleId));
  return place < 0 ? places.length : place;
}

/** They take turns, so that no core rests; the long ones of the rest, which flood and kill, come after the journeys. */
class InTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const all = await super.sort(files);
    const sorted = isRest ? all.flatMap(onlyFull) : all;
    const kindOf = (file: TestSpecification) => `${file.project.name} ${placeOf(file)}`;
    const groups = Map.groupBy(sorted, kindOf);
    const rank = (file: TestSpecification) => {
      const group = groups.get(kindOf(file)) ?? [];
      const { groupOrder } = file.project.config.sequence;
      const after = (file.project.name === 'postgres' ? 5 : 0) + (isRest ? placeOf(file) : 0);
      return 10 * groupOrder + after + group.indexOf(file) / group.length;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Of a file that also has quick tests, those run alone that are not. */
function onlyFull(file: TestSpecification): TestSpecification[] {
  const { project, moduleId } = file;
  if (project.name === 'postgres') return [file];
  const hasSome = /@module-tag full\n|\['full'\]/.test(readFileSync(moduleId, 'utf8'));
  return hasSome ? [project.createSpecification(moduleId, { testTagsFilter: ['full'] })] : [];
}

export default defineConfig({
  // Pages come from the React of the product, not from the one for development.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    reporters: [
      isChaos ? './test/helpers/chaos-reporter.ts' : 'default',
      ...(isAttacks ? ['./test/helpers/attacks-reporter.ts'] : []),
      plainReporter,
    ],
    // On few cores threads of the garbage collector only take turns with the tests: a seventh less work without them.
    execArgv: ['--single-threaded-gc', '--max-semi-space-size=64', '--initial-old-space-size=512'],
    // A busy machine is slow, not wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    slowTestThreshold: 3_000,
    sequence: { sequencer: InTurns },
    passWithNoTests: true,
    tags,
    // In node_modules: a file whose code is known begins five seconds earlier.
    fsModuleCache: true,
    // Tests start hundreds of processes: a fifth to a half of what a start takes goes into compiling the same code.
    env: { NODE_ENV: 'production', NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'prangon-compiled') },
    projects: [
      ...(isQuick || isRest ? [{ ...sqlite, ...faults, ...journeys, ...everything }] : [sqlite, faults, journeys]).map(
        (test) => ({
          extends: true as const,
          test: { ...shared, ...test },
        }),
      ),
      {
        extends: true,
        test: {
          name: 'postgres',
          ...(isQuick ? { include: tagged('postgres') } : calls),
          exclude: [units, ...sameOnBoth, ...leftOut],
          env: { TEST_STORE: 'postgres' },
          globalSetup: postgres,
          ...shared,
        },
      },
      ...(isAttacks
        ? [
            {
              extends: true as const,
              test: {
                name: 'attacks',
                include: ['test/attacks/*.test.ts'],
                testTimeout: hour,
                env: { TEST_STORE: 'sqlite' },
                globalSetup: browser,
                ...shared,
              },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          name: 'measured',
          include: [measured],
          exclude: leftOut,
          globalSetup: browser,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
