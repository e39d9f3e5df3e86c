import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server bundle: our own code only, libraries stay in node_modules. */
export default defineConfig({
  plugins: [react()],
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: false,
    minify: false,
    rollupOptions: {
      input: {
        start: 'src/start.server.ts',
        'picture-worker': 'src/server/pictures/picture-worker.server.ts',
        'rich-text-worker': 'src/server/rich-text/rich-text-worker.server.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
