import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { subsetFonts } from './src/site/fonts/subset.server.ts';

const entries = [
  'src/admin/client.tsx',
  'src/admin/theme-boot.ts',
  'src/ui/site/site.css',
  'src/ui/site/fonts.css',
  'src/site/islands/boot.ts',
  'src/site/islands/loader.ts',
  'src/accounts/signed-out/signed-out-notice.island.tsx',
  'src/site/offline/service-worker.ts',
  'src/leads/form/demo-form.island.tsx',
  'src/content/features/details/feature-tabs.island.tsx',
  'src/content/news/load-more.island.tsx',
  'src/ui/site/copy-link.island.tsx',
  'src/site/search/search-box.island.tsx',
  'src/content/statistics/count-up.island.tsx',
  'src/content/clients/client-carousel.island.tsx',
  'src/content/testimonials/testimonial-carousel.island.tsx',
  'src/content/packages/price-calculator.island.tsx',
  'src/content/videos/videos.island.tsx',
];

export default defineConfig(async () => ({
  plugins: [tailwindcss(), react(), droppableShapes(), favicon('src/ui/site/favicon.svg')],
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

/**
 * The shapes of the wire are built as soon as their module is imported, which keeps all of Zod in an island that only
 * wants the function beside them. Told that building one has no other effect, the bundler drops what nobody parses with.
 */
function droppableShapes(): Plugin {
  return {
    name: 'prangon-droppable-shapes',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\/(schema|wire)\.ts$/ },
      handler: (code) =>
        code.replace(/^(export const \w+OnWire = )([\s\S]*?);$/gm, '$1/* @__PURE__ */ (() => ($2))();'),
    },
  };
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
