import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { subsetFonts } from './src/site/fonts/subset.server.ts';

const entries = [
  'src/admin/client.tsx',
  'src/admin/theme-boot.ts',
  'src/ui/site/site.css',
  'src/site/islands/boot.ts',
  'src/site/islands/loader.ts',
  'src/leads/demo-requests/demo-form.island.tsx',
  'src/content/news/load-more.island.tsx',
  'src/content/clients/client-carousel.island.tsx',
  'src/content/testimonials/testimonial-carousel.island.tsx',
  'src/content/videos/videos.island.tsx',
];

/** The shapes of the wire are built at import; a browser that never parses with them should not download their builders. */
const shapeBuilders = [
  ...['object', 'array', 'nullable', 'string', 'number', 'boolean', 'int', 'positive', 'extend', 'record'].map(
    (name) => `z.${name}`,
  ),
  'pageOnWire',
];

export default defineConfig(async () => ({
  plugins: [tailwindcss(), react(), favicon('src/ui/site/favicon.svg')],
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
      treeshake: { manualPureFunctions: shapeBuilders },
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
