import { readFileSync } from 'node:fs';
import path from 'node:path';
import { assets } from '#paths.ts';

/** The addresses of the built back office, each with a hash in it. */
export interface AdminCode {
  script: string;
  /** Modules that the script imports at once: the browser may ask for all of them together. */
  modules: string[];
  styles: string[];
  themeBoot: string;
  favicon: string;
}

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** Reads the built client once, at start. */
export function loadAdminCode(clientDir: string): AdminCode {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(clientDir, '.vite', 'manifest.json'), 'utf8'));
  const script = entryOf(manifest, 'src/admin/client.tsx');
  const modules = [...new Set(importsOf(manifest, script.imports))].map((name) => entryOf(manifest, name));
  const favicon = Object.keys(manifest).find((name) => name.endsWith('favicon.svg')) ?? 'favicon.svg';
  return {
    script: urlOf(script.file),
    modules: modules.map(({ file }) => urlOf(file)),
    styles: [script, ...modules].flatMap(({ css }) => css ?? []).map(urlOf),
    themeBoot: urlOf(entryOf(manifest, 'src/admin/theme-boot.ts').file),
    favicon: urlOf(entryOf(manifest, favicon).file),
  };
}

function importsOf(manifest: Manifest, names: string[] = []): string[] {
  return names.flatMap((name) => [name, ...importsOf(manifest, entryOf(manifest, name).imports)]);
}

function entryOf(manifest: Manifest, source: string): Manifest[string] {
  const entry = manifest[source];
  if (!entry) throw new Error(`The built client lacks ${source}: build it again.`);
  return entry;
}

function urlOf(file: string): string {
  return assets + file.replace(/^assets\//, '');
}
