import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { type Missing, missingFeatures } from './helpers/style-features.ts';

/** What may be missing in an old browser, why nothing is lost by it, and where; everywhere without that. */
type Allowed = [feature: RegExp, reason: string, place?: RegExp];

const everywhere: Allowed[] = [
  [/^properties\.(cursor|resize)(\.|$)/, 'a phone has no pointer'],
  [/^properties\.(scrollbar-(width|color)|scroll-behavior|overscroll-behavior(-x)?)$/, 'it scrolls in the usual way'],
  [/^properties\.text-(wrap|size-adjust)$/, 'lines break elsewhere, or as large as the browser likes'],
  [/^properties\.font-family\.ui-monospace$/, 'other fonts are named behind it'],
  [/forced-color/, 'a browser without forced colours needs nothing of them'],
  [/^properties\.print-color-adjust/, 'grounds on paper are decoration'],
  [/^properties\.(content-visibility|contain-intrinsic-(block-)?size)$/, 'everything is laid out at once'],
  [/^properties\.overflow-clip-margin$/, 'a shadow is cut'],
  [/^selectors\.selection$/, 'what is selected has the colour of the system'],
  [/^types\.color\.color-mix$/, 'a ground under the pointer', /:hover/],
  [/^types\.length\.lh$/, 'room that is reserved until a font is there'],
];

const allowed: Record<'site' | 'office', Allowed[]> = {
  site: [
    ...everywhere,
    [/^at-rules\.page$/, 'margins of paper'],
    [/^at-rules\.media\.prefers-color-scheme$/, 'Samsung’s browser darkens pages itself'],
    [/view-transition/, 'one page follows the other at once'],
    [/container/, 'the build repeats the rules for the width of the window'],
    [
      /^properties\.gap\.flex_context$/,
      'Safari 14.0: buttons and rows have margins (`base.css`), the rest stands close',
    ],
    [/^properties\.aspect-ratio$/, 'boxes without a height of their own have one by `@supports not`'],
    [/^properties\.overflow-x\.clip$/, 'the body cuts what hangs over'],
    [/^properties\.overflow-wrap\.anywhere$/, 'the body’s `break-word` holds'],
    [
      /^properties\.(align|place|justify)-(content|self|items)\./,
      'lacking in flex boxes alone; these are grids',
      /^\.(news-card|skeleton-card|news-wide|video-outside|calculator)/,
    ],
    [/^properties\.break-/, 'where paper breaks'],
    [/^properties\.color-scheme$/, 'bars of the browser stay light'],
    [/^properties\.font-synthesis$/, 'nothing is set in a missing weight'],
    [/^properties\.scroll-(margin|padding)/, 'a jump ends below the header'],
    [/^properties\.animation-timeline$/, 'the hint at a scrolled row stays'],
    [/^selectors\.(backdrop|focus-visible|details-content)$/, 'the browser’s own ring and ground'],
    [/./, 'without popovers the form opens in its place', /:popover-open/],
    [/^types\.color\.rgb\.relative_syntax$/, 'a ground that hides a broken picture at night', /broken-ground/],
    [/^types\.gradient\.conic-gradient$/, 'the edge of the receipt is straight', /--teeth/],
    [/^selectors\.is$/, 'such a browser lacks `:has()` as well', /:has\(/],
    [/^selectors\.has$/, 'paper, jumps, and the page behind the menu', /^(section|main|\.js|html|body|:has)/],
    [/^selectors\.has$/, 'the scene shows its first screen', /^\.scene/],
    [
      /^selectors\.has$/,
      'rows of equal width, and no fading of what is not in focus',
      /^\.(clients-grid|figures|feature-screens|screen-row|video-grid|news-)|feature-tour/,
    ],
    [/^selectors\.has$/, 'all kinds are shown below each other', /^\.(ledgers|compare)/],
    [
      /^selectors\.has$/,
      'a hint or a button more',
      /^\.(actions|hint|demo-card|video-card|kept)|tab-(top|side|panel|set)/,
    ],
  ],
  office: [
    ...everywhere,
    [/^properties\.field-sizing$/, 'a field scrolls instead of growing'],
    [/^properties\.grid-template-rows\.subgrid$/, 'figures beside each other have their own lines'],
  ],
};

const clientDir = path.join(projectRoot, 'dist/client');
const manifests = { site: 'manifest.json', office: 'manifest.en.json' } as const;

describe.each(['site', 'office'] as const)('The built styles of the %s', (part) => {
  const found = stylesOf(part).flatMap((file) =>
    missingFeatures(readFileSync(file, 'utf8'), packageFile.browserslist[part]).map((one) => ({ file, ...one })),
  );

  test('use nothing that a browser of the baseline lacks, but for what it can do without', () => {
    const faults = found.filter((one) => !allowed[part].some((rule) => covers(rule, one)));
    expect(faults).toEqual([]);
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

function covers([feature, , place]: Allowed, missing: Missing): boolean {
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
