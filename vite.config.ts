import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import isPseudoClass from '@csstools/postcss-is-pseudo-class';
import react from '@vitejs/plugin-react';
import logical from 'postcss-logical';
import nesting from 'postcss-nesting';
import { type CSSOptions, defineConfig, type Plugin, type Rolldown } from 'vite';
import packageFile from './package.json' with { type: 'json' };
import { translate } from './scripts/messages.ts';
import { subsetFonts } from './src/site/fonts/subset.server.ts';
import { sheets, sourceOf } from './src/site/sheets/names.ts';

const office = ['src/admin/client.tsx', 'src/admin/boot.ts'];
/** What windows and questions are made of. The `radix-ui` that they name them by has all else too. */
const dialogs = ['react-dialog', 'react-alert-dialog'].map((name) => `node_modules/@radix-ui/${name}/dist/index.mjs`);
const site = [
  ...sheets.map(sourceOf),
  'src/ui/site/fonts.css',
  'src/site/islands/boot.ts',
  'src/site/islands/guard.ts',
  'src/site/islands/loader.ts',
  'src/site/offline/service-worker.ts',
  ...globSync('src/**/*.island.tsx').sort(),
];

/** The modes `en` and `bn` build the back office in a language, beside what is there; any other builds the site. */
export default defineConfig(async ({ mode }) => ({
  plugins: [...(mode === 'bn' ? bengali() : [react()]), favicon('src/ui/site/favicon.svg')],
  publicDir: false as const,
  resolve: {
    alias: {
      '@fonts': await subsetFonts(import.meta.dirname),
      '#i18n/jsx-runtime': path.join(import.meta.dirname, 'src/i18n/jsx-runtime.ts'),
    },
  },
  css: { postcss: isOffice(mode) ? {} : plainStyles },
  build: {
    outDir: 'dist/client',
    emptyOutDir: false,
    assetsDir: 'assets',
    manifest: isOffice(mode) ? `.vite/manifest.${mode}.json` : true,
    // Chrome 87 has all that the others have, but each `?.` would be written out for a rare fault of it: `f?.(...all)`.
    target: baselineOf(isOffice(mode) ? 'office' : 'site').filter((browser) => browser !== 'chrome87'),
    cssTarget: baselineOf(isOffice(mode) ? 'office' : 'site'),
    sourcemap: false,
    modulePreload: { polyfill: false },
    // The content security policy lets no `data:` picture pass, so nothing may be inlined as one.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: isOffice(mode) ? office : site,
      // The shapes of the wire are built as soon as their module is imported, which would keep all of Zod in an island that
      // only wants the function beside them. Building one has no other effect, so what nobody parses with is dropped.
      treeshake: { manualPureFunctions: ['z'] },
      // The loader asks each island for its `hydrate`.
      preserveEntrySignatures: 'allow-extension' as const,
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            ...(isOffice(mode)
              ? [{ name: shared, debugName: 'shared', minShareCount: 2, includeDependenciesRecursively: false }]
              : []),
          ],
        },
      },
    },
  },
}));

function isOffice(mode: string): boolean {
  return mode === 'en' || mode === 'bn';
}

/** The oldest browsers that are built for, as Vite names them. It does not know Samsung's, which is the Chrome of its time. */
function baselineOf(part: keyof typeof packageFile.browserslist): string[] {
  const browsers = packageFile.browserslist[part].filter((browser) => !browser.startsWith('samsung'));
  return browsers.map((browser) => browser.replace(' ', ''));
}

/**
 * Styles of the site for the baseline. Vite writes nesting, lists and logical sides out by itself, with `:is()` for lists
 * and sides for each language: a third longer.
 */
const plainStyles: Exclude<CSSOptions['postcss'], string | undefined> = {
  plugins: [
    nesting(),
    isPseudoClass(),
    logical(),
    {
      postcssPlugin: 'prangon-container-fallback',
      // Header and footer, which ask for the width that they have, are as wide as the window.
      Once(sheet) {
        sheet.walkAtRules('container', (query) => {
          const media = query.clone({ name: 'media' });
          query.before({ name: 'supports', params: 'not (container-type: inline-size)', nodes: [media] });
        });
      },
    },
  ],
};

function bengali(): Plugin[] {
  const catalogue = JSON.parse(readFileSync(path.join(import.meta.dirname, 'src/i18n/bn.json'), 'utf8'));
  const texts: Plugin = {
    name: 'prangon-bengali',
    enforce: 'pre',
    config: () => ({ define: { 'globalThis.officeLanguage': '"bn"' } }),
    transform: {
      filter: { id: /\/src\/.*\.tsx?$|react-toastify/ },
      handler: (source, id) => ({
        // The one text that a library brings of its own.
        code: source.includes('notification timer')
          ? source.replace('notification timer', 'বার্তাটি যতক্ষণ থাকে')
          : translate(id, source, catalogue),
        map: null,
      }),
    },
  };
  return [texts, ...react({ jsxImportSource: '#i18n' })];
}

/**
 * What the first script of the back office shares with its screens comes in one file, and so does what several screens
 * share, by the library that it brings: what forms are made of, what is said of shapes, dialogs, and all else that
 * lists and screens have in common. By itself each set of screens would get a file for what only they share, some twenty
 * of a few KB, which wait for each other on a weak line.
 */
function shared(id: string, modules: Rolldown.ChunkingContext): string | null {
  if (comesWith(office, modules).has(id)) return 'office';
  if (comesWith(dialogs, modules).has(id)) return 'dialog';
  const brought = librariesOf(id, modules);
  if (brought.size === 0) return 'list';
  // With any other library, or styles, it comes when it is asked for.
  const [library = ''] = brought.size === 1 ? brought : [];
  return { 'react-hook-form': 'form', zod: 'shapes' }[library] ?? null;
}

/** The libraries that come with a module, and styles, beside those of every screen. */
function librariesOf(id: string, modules: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([id]);
  for (const each of found) {
    if (libraryOf(each) !== null) continue;
    for (const imported of modules.getModuleInfo(each)?.importedIds ?? []) found.add(imported);
  }
  const everywhere = new Set([...comesWith(office, modules)].map(libraryOf));
  return new Set(
    [...found].flatMap((each) => {
      const name = each.endsWith('.css') ? 'styles' : libraryOf(each);
      return name === null || name === 'lucide-react' || everywhere.has(name) ? [] : [name];
    }),
  );
}

function libraryOf(id: string): string | null {
  return /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](?!.*[\\/]node_modules[\\/])/.exec(id)?.[1] ?? null;
}

const known = new Map<string[], Set<string>>();

/** The modules of these entries, without those that they ask for later. */
function comesWith(entries: string[], modules: Rolldown.ChunkingContext): Set<string> {
  let found = known.get(entries);
  if (found) return found;
  found = new Set(entries.map((entry) => path.join(import.meta.dirname, entry)));
  for (const id of found) {
    // It names all that it has, of which little is wanted.
    if (/[\\/]radix-ui[\\/]/.test(id)) continue;
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  known.set(entries, found);
  return found;
}

/** The icon of the browser's tab: no module asks for it, yet it needs a hashed name like the rest. */
function favicon(path: string): Plugin {
  return {
    name: 'prangon-favicon',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name: 'favicon.svg', originalFileName: path, source: readFileSync(path) });
    },
  };
}
