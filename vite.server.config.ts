import { cpSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { drawingFonts } from './src/site/fonts/subset.server.ts';

/**
 * The server bundle: our own code; libraries stay in node_modules. But for React and what draws with it: by itself it runs its slow
 * development build wherever NODE_ENV is not set, and each page would cost twice as much.
 */
export default defineConfig({
  plugins: [react(), fontsToDrawWith()],
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: ['react', 'react-dom', 'lucide-react', 'embla-carousel-react'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: false,
    minify: false,
    rollupOptions: {
      input: {
        start: 'src/start.server.ts',
        prangon: 'src/cli/prangon.server.ts',
        supervisor: 'src/platform/supervisor.server.ts',
        'picture-worker': 'src/cms/pictures/picture-worker.server.ts',
        'rich-text-worker': 'src/cms/rich-text/rich-text-worker.server.ts',
        'import-worker': 'src/leads/import/import-worker.server.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});

/** The cards of pages are drawn at run time, when the packages of the fonts may not be there. */
function fontsToDrawWith(): Plugin {
  return {
    name: 'prangon-fonts-to-draw-with',
    apply: 'build',
    writeBundle: async ({ dir = '' }) =>
      cpSync(await drawingFonts(import.meta.dirname), path.join(dir, 'fonts'), { recursive: true }),
  };
}
