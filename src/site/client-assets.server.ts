import { assertInlineable, ClientManifest } from '#ui/client-manifest.server.ts';
import { type Sheet, sheets, sourceOf } from './sheets/names.ts';

/** Assets of the client build: texts are inlined into pages, the rest are hashed URLs. */
export interface ClientAssets {
  sheets: Record<Sheet, string>;
  boot: string;
  loader: string;
  worker: string;
  islands: Record<string, string[]>;
  /** The `@font-face` rules; fonts load after the first paint. */
  fonts: string;
  favicon: string;
}

let loaded: ClientAssets | null = null;

export function loadClientAssets(clientDir: string): ClientAssets {
  const manifest = new ClientManifest(clientDir);
  loaded = {
    sheets: Object.fromEntries(
      sheets.map((sheet) => [sheet, assertInlineable(manifest.text(sourceOf(sheet)))]),
    ) as Record<Sheet, string>,
    boot: assertInlineable(manifest.textAlone('src/site/islands/boot.ts')),
    loader: assertInlineable(manifest.textAlone('src/site/islands/loader.ts')),
    worker: manifest.textAlone('src/site/offline/service-worker.ts'),
    islands: Object.fromEntries(
      manifest.sources.flatMap((source) => {
        const [, name] = /([\w-]+)\.island\.tsx$/.exec(source) ?? [];
        const files = ['src/site/islands/guard.ts', ...manifest.withImports(source)];
        return name ? [[name, files.map((file) => manifest.url(file))]] : [];
      }),
    ),
    fonts: assertInlineable(manifest.text('src/ui/site/fonts.css')),
    favicon: manifest.url(manifest.sources.find((name) => name.endsWith('favicon.svg')) ?? 'favicon.svg'),
  };
  return loaded;
}

export function clientAssets(): ClientAssets {
  if (!loaded) throw new Error('The built client is not loaded: call loadClientAssets(directory) first.');
  return loaded;
}
