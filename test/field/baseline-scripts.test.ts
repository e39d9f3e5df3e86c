import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { baselineOf, type Part } from './helpers/baseline.ts';

const client = path.resolve(import.meta.dirname, '../../dist/client');
const lacksOf = { site: baselineOf('site'), office: baselineOf('office') };

const builds: [manifest: string, part: Part][] = [
  ['manifest.json', 'site'],
  ['manifest.en.json', 'office'],
  ['manifest.bn.json', 'office'],
];

/** A name that stands in these files for a reason. */
const exceptions: { name: string; files: RegExp; reason: string }[] = [
  { name: '.capture', files: /react-/, reason: 'an option of a listener' },
  { name: '.loading', files: /react-|island-/, reason: 'a state, or a text' },
  { name: '.share', files: /react-/, reason: 'a property of its own' },
  { name: '.share', files: /copy-link\.island-/, reason: 'the link is copied where it is not there' },
  { name: '.startViewTransition', files: /react-|office-/, reason: 'tried, or asked for before; no page uses it' },
  { name: '.submitter', files: /react-/, reason: 'may be undefined' },
  { name: '.show', files: /feature-tabs\.island-/, reason: 'of tabs' },
  { name: '.query', files: /search-box\.island-/, reason: 'of an answer' },
  { name: '.popover', files: /scene\.island-/, reason: 'only where showPopover is there' },
  { name: '.showModal', files: /loader-|drawer\.island-/, reason: 'an island brings one where there is none' },
  { name: 'popover-open', files: /dist-/, reason: 'of Floating UI, which tries it' },
  { name: '.toSorted', files: /dist-/, reason: 'of a class of Radix' },
  { name: '.orientation', files: /dist-|admin-/, reason: 'a property of Radix' },
  { name: '.login', files: /client-|page-|admin-|office-/, reason: 'an address, or a text' },
  { name: '.command', files: /editor-/, reason: 'of TipTap' },
  { name: '.ink', files: /admin-/, reason: 'a colour' },
  { name: '.adoptedStyleSheets', files: /admin-/, reason: 'a mail is shown without its styles where it is not there' },
  { name: '.replaceSync', files: /admin-/, reason: 'as above' },
];

test('what is built uses nothing that the oldest browsers lack', () => {
  const stale = new Set(exceptions);
  const lacks = builds.flatMap(([manifest, part]) =>
    scriptsOf(manifest).flatMap((file) => {
      // Staff alone get it.
      const lacksIn = lacksOf[file.includes('pencils.island') ? 'office' : part];
      return lacksIn(readFileSync(path.join(client, file), 'utf8')).flatMap(({ name, code }) => {
        const exception = exceptions.find((each) => each.name === name && each.files.test(file));
        if (!exception) return [`${file} uses ${name}: ${code}`];
        stale.delete(exception);
        return [];
      });
    }),
  );
  expect(lacks).toEqual([]);
  expect([...stale]).toEqual([]);
});

test.each([
  ['fetch("/", { signal: AbortSignal.any([one, other]) })', 'AbortSignal.any', 'AbortSignal.any'],
  ['Map.groupBy(rows, nameOf)', 'Map.groupBy', 'Map.groupBy'],
  ['rows.toSorted()', '.toSorted', '.toSorted'],
  ['rows.at(-1)', '.at', undefined],
  ['structuredClone(row)', 'structuredClone', undefined],
  ['dialog.showModal()', '.showModal', undefined],
  ['new Intl.Segmenter("bn")', 'Intl.Segmenter', undefined],
  ['groups.values().map(nameOf)', 'Iterator.map', 'Iterator.map'],
  ['row.name ??= "x"', 'nullish_coalescing_assignment', undefined],
  ['act?.(...all)', 'spread after ?.', undefined],
  ['rows?.find(nameOf).push(...all)', 'spread after ?.', undefined],
  ['act(rows?.length, ...all)', undefined, undefined],
  ['class Row { #id = 1 }', 'private_class_fields', undefined],
  ['class Row { static { start() } }', 'initialization_blocks', 'initialization_blocks'],
  ['new RegExp(`(?<!x)y`)', 'lookbehind_assertion', 'lookbehind_assertion'],
  ['/[a--b]/v.test(text)', 'unicodeSets', 'unicodeSets'],
  ['page.querySelector("a:has(b)")', 'has', undefined],
  ['page.querySelector(":is(a, b)")', 'is', undefined],
  ['(window.requestIdleCallback ?? setTimeout)(act)', undefined, undefined],
  ['navigator.locks ? navigator.locks.request(name, act) : act()', undefined, undefined],
  ['typeof structuredClone === "function"', undefined, undefined],
])('%s', (script, onSite, inOffice) => {
  expect(lacksOf.site(script)[0]?.name).toBe(onSite);
  expect(lacksOf.office(script)[0]?.name).toBe(inOffice);
});

function scriptsOf(manifest: string): string[] {
  const entries: Record<string, { file: string }> = JSON.parse(
    readFileSync(path.join(client, '.vite', manifest), 'utf8'),
  );
  return [...new Set(Object.values(entries).map(({ file }) => file))].filter((file) => file.endsWith('.js'));
}
