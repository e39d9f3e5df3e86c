import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assets } from '#paths.ts';
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

interface ManifestEntry {
  file: string;
  src?: string;
  imports?: string[];
}

type Manifest = Record<string, ManifestEntry>;

let loaded: ClientAssets | null = null;

export function loadClientAssets(clientDir: string): ClientAssets {
  const manifest: Manifest = JSON.parse(readFileSync(join(clientDir, '.vite', 'manifest.json'), 'utf8'));
  const text = (source: string) => readFileSync(join(clientDir, entryOf(manifest, source).file), 'utf8').trim();
  loaded = {
    sheets: Object.fromEntries(sheets.map((sheet) => [sheet, inlineable(text(sourceOf(sheet)))])) as Record<
      Sheet,
      string
    >,
    boot: inlineable(alone(manifest, 'src/site/islands/boot.ts', text)),
    loader: inlineable(alone(manifest, 'src/site/islands/loader.ts', text)),
    worker: alone(manifest, 'src/site/offline/service-worker.ts', text),
    islands: islandsOf(manifest),
    fonts: inlineable(text('src/ui/site/fonts.css')),
    favicon: urlOf(entryEndingWith(manifest, 'favicon.svg')),
  };
  return loaded;
}

export function clientAssets(): ClientAssets {
  if (!loaded) throw new Error('The built client is not loaded: call loadClientAssets(directory) first.');
  return loaded;
}

function islandsOf(manifest: Manifest): Record<string, string[]> {
  const islands: Record<string, string[]> = {};
  const guard = entryOf(manifest, 'src/site/islands/guard.ts');
  for (const [source, entry] of Object.entries(manifest)) {
    const name = source.match(/([\w-]+)\.island\.tsx$/)?.[1];
    if (name) islands[name] = [guard, entry, ...importsOf(manifest, entry)].map(urlOf);
  }
  return islands;
}

function importsOf(manifest: Manifest, entry: ManifestEntry, seen = new Set<ManifestEntry>()): Set<ManifestEntry> {
  for (const name of entry.imports ?? []) {
    const needed = entryOf(manifest, name);
    if (seen.has(needed)) continue;
    seen.add(needed);
    importsOf(manifest, needed, seen);
  }
  return seen;
}

/** An inlined script has no URL, so it cannot import modules. */
function alone(manifest: Manifest, source: string, text: (source: string) => string): string {
  if (entryOf(manifest, source).imports?.length)
    throw new Error(`${source} shares a module with an island; keep them apart.`);
  return text(source);
}

function inlineable(text: string): string {
  if (/<\/(script|style)/i.test(text)) throw new Error('A text that ends its own element cannot be inlined.');
  return text;
}

function entryOf(manifest: Manifest, source: string): ManifestEntry {
  const entry = manifest[source];
  if (!entry) throw new Error(`The built client lacks ${source}: build it again.`);
  return entry;
}

function entryEndingWith(manifest: Manifest, end: string): ManifestEntry {
  const source = Object.keys(manifest).find((name) => name.endsWith(end));
  return entryOf(manifest, source ?? end);
}

function urlOf(entry: ManifestEntry): string {
  return assets + entry.file.replace(/^assets\//, '');
}
