import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import bengali from './bn.json' with { type: 'json' };
import { type Language, setLocale } from './text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Chosen by the signed-in user; null without a choice. */
    language: Language | null;
  }
}

const languages = new AsyncLocalStorage<() => Language>();
const catalogue = new Map<string, string>(Object.entries(bengali));

/** Runs `work` with texts, numbers and dates in this language, such as that of a mail's recipient. */
export function inLanguage<Result>(language: Language, work: () => Result): Result {
  return languages.run(() => language, work);
}

/** The Bengali of an English text of the catalogue where the reader reads Bengali; any other text as it is. */
export function translate(english: string): string {
  return readersLanguage() === 'bn' ? (catalogue.get(english) ?? english) : english;
}

// For commands and mails too, which no request asks for.
setLocale({ language: readersLanguage, translate });

/** From here on `t` follows the reader of each request: the chosen language, else what the client asks for. */
export function followReaders(http: FastifyInstance): void {
  http.decorateRequest('language', null);
  const follow = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    // An open connection remembers this after the answer, and must not keep the body in memory.
    const asking = new WeakRef(request);
    languages.run(() => languageOf(asking.deref()), done);
  };
  http.addHook('onRequest', follow);
  // Reading a body leaves the context of the request.
  http.addHook('preValidation', follow);
}

/** The choice that a browser keeps, also before anybody signs in. */
export function languageInCookie({ headers }: FastifyRequest): Language | null {
  // The last is the newest: an older version set it without the prefix.
  const [, chosen] = /^(?:.*;\s*)?(?:__Host-)?language=(bn|en)(?:;|$)/.exec(headers.cookie ?? '') ?? [];
  return chosen === 'bn' || chosen === 'en' ? chosen : null;
}

export function languageOf(request: FastifyRequest | undefined): Language {
  return request?.language ?? (/^\s*bn\b/i.test(request?.headers['accept-language'] ?? '') ? 'bn' : 'en');
}

function readersLanguage(): Language {
  return languages.getStore()?.() ?? 'en';
}
