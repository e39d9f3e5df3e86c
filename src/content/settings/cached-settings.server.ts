import type { AnswerCache } from '#platform/cache/answer-cache.server.ts';
import { staleIfSlow } from '#platform/cache/answer-cache.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { builtInSettings } from './built-in.ts';
import { siteSettings } from './data.server.ts';
import { type SiteSettings, vendorKind } from './schema.ts';

/** Caches the settings in memory, as every page shows them; reloaded after each write. */
export class CachedSettings {
  readonly #database: Database;
  readonly #cache: AnswerCache;
  #settings = builtInSettings;
  #version = -1;

  constructor({ database, cache }: { database: Database; cache: AnswerCache }) {
    this.#database = database;
    this.#cache = cache;
  }

  /** @throws the database's error where it is unreachable */
  async current(): Promise<SiteSettings> {
    const version = this.#cache.version(vendorKind);
    if (version !== this.#version) {
      this.#settings = await siteSettings(this.#database);
      this.#version = version;
    }
    return this.#settings;
  }

  /** Falls back to the last known settings, for pages that must always render. */
  async lastKnown(): Promise<SiteSettings> {
    return staleIfSlow(this.current(), this.#settings).catch(() => this.#settings);
  }

  /** Whether the cache is up to date. */
  get isCurrent(): boolean {
    return this.#cache.version(vendorKind) === this.#version;
  }
}
