import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#i18n/text.ts';
import { assets } from '#paths.ts';
import { screens } from './screens.ts';

export interface AdminCode {
  script: string;
  /** Static imports of the script, for `modulepreload`. */
  modules: string[];
  styles: string[];
  /** By a screen's module below `src`: the files that it needs beside those, and what to prefetch next. */
  screens: Map<string, { modules: string[]; styles: string[]; next: string[] }>;
  /** The inline script, and its hash for the content security policy. */
  boot: { text: string; hash: string };
  favicon: string;
}

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

export const loginModule = 'auth/login-page.tsx';

export function loadAdminCode(clientDir: string, language: Language): AdminCode {
  const file = path.join(clientDir, '.vite', `manifest.${language}.json`);
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'));
  const client = 'src/admin/client.tsx';
  const everywhere = withImports(manifest, client);
  const preloaded: { module: string; next?: string }[] = [{ module: loginModule }, ...screens];
  const favicon = Object.keys(manifest).find((name) => name.endsWith('favicon.svg')) ?? 'favicon.svg';
  return {
    script: urlOf(entryOf(manifest, client).file),
    modules: filesOf(manifest, everywhere).modules.slice(1),
    styles: filesOf(manifest, everywhere).styles,
    screens: new Map(
      preloaded.map(({ module, next }) => {
        const files = withImports(manifest, `src/${module}`).filter((name) => !everywhere.includes(name));
        const after = next ? withImports(manifest, `src/${next}`) : [];
        const later = after.filter((name) => !everywhere.includes(name) && !files.includes(name));
        return [module, { ...filesOf(manifest, files), next: filesOf(manifest, later).modules }];
      }),
    ),
    boot: bootOf(manifest, clientDir),
    favicon: urlOf(entryOf(manifest, favicon).file),
  };
}

function bootOf(manifest: Manifest, clientDir: string): AdminCode['boot'] {
  const { file, imports = [] } = entryOf(manifest, 'src/admin/boot.ts');
  const text = readFileSync(path.join(clientDir, file), 'utf8').trim();
  if (imports.length > 0 || /<\/script/i.test(text)) throw new Error('The first script can not stand in a document.');
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}

/** A module and all its imports, itself first, each once. */
function withImports(manifest: Manifest, name: string, result: string[] = []): string[] {
  if (result.includes(name)) return result;
  result.push(name);
  for (const each of entryOf(manifest, name).imports ?? []) withImports(manifest, each, result);
  return result;
}

function filesOf(manifest: Manifest, names: string[]): { modules: string[]; styles: string[] } {
  const entries = names.map((name) => entryOf(manifest, name));
  return {
    modules: entries.map(({ file }) => urlOf(file)),
    styles: entries.flatMap(({ css = [] }) => css.map(urlOf)),
  };
}

function entryOf(manifest: Manifest, source: string): Manifest[string] {
  const entry = manifest[source];
  if (!entry) throw new Error(`The built client lacks ${source}: build it again.`);
  return entry;
}

function urlOf(file: string): string {
  return assets + file.replace(/^assets\//, '');
}
