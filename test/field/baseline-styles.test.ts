import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { type Missing, missingFeatures } from './helpers/style-features.ts';

/** What may be missing in an old browser, and why nothing is lost by it. */
interface Allowed {
  feature: RegExp;
  /** Where; everywhere without it. */
  place?: RegExp;
  reason: string;
}

const everywhere: Allowed[] = [
  { feature: /^properties\.(cursor|resize)\./, reason: 'a phone has no pointer' },
  { feature: /^properties\.(cursor|resize)$/, reason: 'a phone has no pointer' },
  {
    feature: /^properties\.(scrollbar-(width|color)|scroll-behavior|overscroll-behavior(-x)?)$/,
    reason: 'it scrolls in the usual way',
  },
  {
    feature: /^properties\.text-(wrap|size-adjust)$/,
    reason: 'lines break elsewhere, or as large as the browser likes',
  },
  { feature: /^properties\.font-family\.ui-monospace$/, reason: 'other fonts are named behind it' },
  { feature: /forced-color/, reason: 'a browser without forced colours needs nothing of them' },
  { feature: /^properties\.print-color-adjust/, reason: 'grounds on paper are decoration' },
  {
    feature: /^properties\.(content-visibility|contain-intrinsic-(block-)?size)$/,
    reason: 'everything is laid out at once',
  },
  { feature: /^properties\.overflow-clip-margin$/, reason: 'a shadow is cut' },
  { feature: /^selectors\.selection$/, reason: 'what is selected has the colour of the system' },
  {
    feature: /^types\.color\.color-mix$/,
    place: /:hover/,
    reason: 'a ground under the pointer',
  },
  { feature: /^types\.length\.lh$/, reason: 'room that is reserved until a font is there' },
];

const allowed: Record<'site' | 'office', Allowed[]> = {
  site: [
    ...everywhere,
    { feature: /^at-rules\.page$/, reason: 'margins of paper' },
    { feature: /^at-rules\.media\.prefers-color-scheme$/, reason: 'Samsung’s browser darkens pages itself' },
    { feature: /view-transition/, reason: 'one page follows the other at once' },
    { feature: /container/, reason: 'the build repeats the rules for the width of the window' },
    {
      feature: /^properties\.gap\.flex_context$/,
      reason: 'Safari 14.0: buttons and rows have margins (`base.css`), the rest stands close',
    },
    {
      feature: /^properties\.aspect-ratio$/,
      reason: 'boxes without a height of their own have one by `@supports not`',
    },
    { feature: /^properties\.overflow-x\.clip$/, reason: 'the body cuts what hangs over' },
    { feature: /^properties\.overflow-wrap\.anywhere$/, reason: 'the body’s `break-word` holds' },
    {
      feature: /^properties\.(align|place|justify)-(content|self|items)\./,
      place: /^\.(news-card|skeleton-card|news-wide|video-outside|calculator)/,
      reason: 'lacking in flex boxes alone; these are grids',
    },
    { feature: /^properties\.break-/, reason: 'where paper breaks' },
    { feature: /^properties\.color-scheme$/, reason: 'bars of the browser stay light' },
    { feature: /^properties\.font-synthesis$/, reason: 'nothing is set in a missing weight' },
    { feature: /^properties\.scroll-(margin|padding)/, reason: 'a jump ends below the header' },
    { feature: /^properties\.animation-timeline$/, reason: 'the hint at a scrolled row stays' },
    { feature: /^selectors\.(backdrop|focus-visible|details-content)$/, reason: 'the browser’s own ring and ground' },
    { feature: /./, place: /:popover-open/, reason: 'without popovers the form opens in its place' },
    {
      feature: /^types\.color\.rgb\.relative_syntax$/,
      place: /broken-ground/,
      reason: 'a ground that hides a broken picture at night',
    },
    { feature: /^types\.gradient\.conic-gradient$/, place: /--teeth/, reason: 'the edge of the receipt is straight' },
    { feature: /^selectors\.is$/, place: /:has\(/, reason: 'such a browser lacks `:has()` as well' },
    {
      feature: /^selectors\.has$/,
      place: /^(section|main|\.js|html|body|:has)/,
      reason: 'paper, jumps, and the page behind the menu',
    },
    { feature: /^selectors\.has$/, place: /^\.scene/, reason: 'the scene shows its first screen' },
    {
      feature: /^selectors\.has$/,
      place: /^\.(clients-grid|figures|feature-screens|screen-row|video-grid|news-)|feature-tour/,
      reason: 'rows of equal width, and no fading of what is not in focus',
    },
    { feature: /^selectors\.has$/, place: /^\.(ledgers|compare)/, reason: 'all kinds are shown below each other' },
    {
      feature: /^selectors\.has$/,
      place: /^\.(actions|hint|demo-card|video-card|kept)|tab-(top|side|panel|set)/,
      reason: 'a hint or a button more',
    },
  ],
  office: [
    ...everywhere,
    { feature: /^properties\.field-sizing$/, reason: 'a field scrolls instead of growing' },
    { feature: /^properties\.grid-template-rows\.subgrid$/, reason: 'figures beside each other have their own lines' },
  ],
};

const clientDir = path.join(projectRoot, 'dist/client');
const manifests = { site: 'manifest.json', office: 'manifest.en.json' } as const;

describe.each(['site', 'office'] as const)('The built styles of the %s', (part) => {
  const found = stylesOf(part).flatMap((file) =>
    missingFeatures(readFileSync(file, 'utf8'), packageFile.browserslist[part]).map((one) => ({ ...one, file })),
  );

  test('use nothing that a browser of the baseline lacks, but for what it can do without', () => {
    const faults = found.filter((one) => !allowed[part].some((rule) => covers(rule, one)));
    expect(
      faults.map(
        ({ feature, place, browsers, file }) =>
          `${path.basename(file)}: ${feature} is not in ${browsers.join(', ')}: ${place}`,
      ),
    ).toEqual([]);
  });

  test('use everything that is allowed here', () => {
    const unused = allowed[part].filter((rule) => !found.some((one) => covers(rule, one)));
    expect(unused.filter((rule) => !everywhere.includes(rule))).toEqual([]);
  });
});

test('The check finds a colour, a selector, a layer and a nested rule, and takes a value that stands in', () => {
  const css = `@layer a { .b { color: oklch(0.5 0.1 20) } }
    .c:has(.d) { color: red; & .e { color: var(--f) } }
    .g { height: 100vh; height: 100dvh; width: 100vw; width: calc(var(--h) + 1dvw) }`;
  expect(missingFeatures(css, ['chrome 87']).map(({ feature }) => feature)).toEqual([
    'at-rules.layer',
    'types.color.oklch',
    'selectors.has',
    'selectors.nesting',
    'types.length.viewport_percentage_units_dynamic',
  ]);
});

function covers({ feature, place }: Allowed, missing: Missing): boolean {
  return feature.test(missing.feature) && (place?.test(missing.place) ?? true);
}

/** The sheets that pages inline, or those that the office loads; the pencils on a page are for staff too. */
function stylesOf(part: 'site' | 'office'): string[] {
  const read = (manifest: string): Record<string, { file: string; css?: string[] }> =>
    JSON.parse(readFileSync(path.join(clientDir, '.vite', manifest), 'utf8'));
  const files = Object.values(manifests).flatMap((manifest) =>
    Object.values(read(manifest)).flatMap(({ file, css = [] }) =>
      [file, ...css].map((name) => ({
        name,
        of: /\/pencils-/.test(name) || manifest !== manifests.site ? 'office' : 'site',
      })),
    ),
  );
  const names = files.filter(({ name, of }) => name.endsWith('.css') && of === part).map(({ name }) => name);
  return [...new Set(names)].map((name) => path.join(clientDir, name));
}
