import { readFileSync } from 'node:fs';
import path from 'node:path';
import { assets } from '#paths.ts';

interface Entry {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The files of the built client, by their source. */
export class ClientManifest {
  readonly #dir: string;
  readonly #entries: Record<string, Entry>;

  constructor(dir: string, name = 'manifest.json') {
    this.#dir = dir;
    this.#entries = JSON.parse(readFileSync(path.join(dir, '.vite', name), 'utf8'));
  }

  get sources(): string[] {
    return Object.keys(this.#entries);
  }

  text(source: string): string {
    return readFileSync(path.join(this.#dir, this.entry(source).file), 'utf8').trim();
  }

  /** The text of a script that stands in a document: it has no URL, so it cannot import modules. */
  textAlone(source: string): string {
    if (this.entry(source).imports?.length) throw new Error(`${source} shares a module with another; keep them apart.`);
    return this.text(source);
  }

  url(source: string): string {
    return urlOf(this.entry(source).file);
  }

  styles(source: string): string[] {
    return (this.entry(source).css ?? []).map(urlOf);
  }

  /** A module and all its imports, itself first, each once. */
  withImports(source: string, result: string[] = []): string[] {
    if (result.includes(source)) return result;
    result.push(source);
    for (const each of this.entry(source).imports ?? []) this.withImports(each, result);
    return result;
  }

  private entry(source: string): Entry {
    const entry = this.#entries[source];
    if (!entry) throw new Error(`The built client lacks ${source}: build it again.`);
    return entry;
  }
}

function urlOf(file: string): string {
  return assets + file.replace(/^assets\//, '');
}

/** A text that ends its own element cannot stand in a document. */
export function assertInlineable(text: string): string {
  if (/<\/(script|style)/i.test(text)) throw new Error('A text that ends its own element cannot be inlined.');
  return text;
}
