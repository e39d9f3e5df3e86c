import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { subsetFonts } from './src/site/fonts/subset.server.ts';
import { sheets, sourceOf } from './src/site/sheets/names.ts';

const entries = [
  'src/admin/client.tsx',
  'src/admin/boot.ts',
  ...sheets.map(sourceOf),
  'src/ui/site/fonts.css',
  'src/site/islands/boot.ts',
  'src/site/islands/loader.ts',
  'src/site/offline/service-worker.ts',
  ...globSync('src/**/*.island.tsx').sort(),
];

export default defineConfig(async () => ({
  plugins: [react(), favicon('src/ui/site/favicon.svg')],
  publicDir: false as const,
  resolve: { alias: { '@fonts': await subsetFonts(import.meta.dirname) } },
  build: {
    outDir: 'dist/client',
    assetsDir: 'assets',
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // The content security policy lets no `data:` picture pass, so nothing may be inlined as one.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: entries,
      // The shapes of the wire are built as soon as their module is imported, which would keep all of Zod in an island that
      // only wants the function beside them. Building one has no other effect, so what nobody parses with is dropped.
      treeshake: { manualPureFunctions: ['z'] },
      // The loader asks each island for its `hydrate`.
      preserveEntrySignatures: 'allow-extension' as const,
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 2 },
            { name: sharedByScreens, debugName: 'screens', minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
}));

/**
 * What several screens of the back office share comes in two files: what forms are made of, and lists. By itself each
 * set of screens would get a file for what only they share, some twenty of a few KB, which wait for each other on a weak line.
 */
function sharedByScreens(id: string, modules: Rolldown.ChunkingContext): string | null {
  const before = known.get(modules) ?? importedBy(entries, modules);
  known.set(modules, before);
  // What comes when it is asked for: the library in a form.
  if (before.has(id) || /[\\/]src[\\/]ui[\\/]form[\\/]pictures[\\/](?!use-)/.test(id)) return null;
  if (/[\\/]src[\\/]ui[\\/]form[\\/]|[\\/]react-hook-form[\\/]/.test(id)) return 'form';
  return /[\\/]src[\\/](ui[\\/]admin|wire)[\\/](list|pages|dates|history)|infiniteQuery/i.test(id) ? 'list' : null;
}

/** What comes with the entries themselves: the first script of the back office, and the islands. */
const known = new WeakMap<Rolldown.ChunkingContext, Set<string>>();

function importedBy(sources: string[], modules: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(sources.map((source) => path.join(import.meta.dirname, source)));
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
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
