import { globSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { subsetFonts } from './src/site/fonts/subset.server.ts';
import { sheets, sourceOf } from './src/site/sheets/names.ts';

const entries = [
  'src/admin/client.tsx',
  'src/admin/theme-boot.ts',
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
      preserveEntrySignatures: 'exports-only' as const,
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
}));

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
