import type { AnswerCache } from '#server/cache/answer-cache.server.ts';
import { standIn } from '#server/cache/stand-in.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { builtInSettings } from './built-in.ts';
import { siteSettings } from './data.server.ts';
import { type SiteSettings, vendorKind } from './schema.ts';

/** The facts about the vendor for pages, which all show them: read again only after they were written. */
export class KeptSettings {
  readonly #database: Database;
  readonly #cache: AnswerCache;
  #settings = builtInSettings;
  #version = -1;

  constructor({ database, cache }: { database: Database; cache: AnswerCache }) {
    this.#database = database;
    this.#cache = cache;
  }

  /** @throws what the database said, when it is away */
  async current(): Promise<SiteSettings> {
    const version = this.#cache.version(vendorKind);
    if (version !== this.#version) {
      this.#settings = await siteSettings(this.#database);
      this.#version = version;
    }
    return this.#settings;
  }

  /** For pages that must be shown whatever happens: the newest that is known. */
  async lastKnown(): Promise<SiteSettings> {
    return standIn(this.current(), this.#settings).catch(() => this.#settings);
  }

  /** Whether nothing newer can be known. */
  get isCurrent(): boolean {
    return this.#cache.version(vendorKind) === this.#version;
  }
}
