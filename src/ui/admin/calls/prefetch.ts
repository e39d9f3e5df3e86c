import { readToken } from './token.ts';

/** A request that the document starts before any script is loaded. */
export interface PrefetchCall {
  url: string;
}

/** The value is what has arrived of the response. */
export interface EarlyAnswer {
  response: Promise<Response>;
  value: unknown;
}

/** The responses by URL, and the token that they were requested with. */
export interface EarlyCalls {
  token: string;
  answers: Map<string, EarlyAnswer>;
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls;
  }
}

/** Preloaded responses older than this are stale, in milliseconds since the document began. */
const fresh = 60_000;

/** Returns a preloaded response once; null if there is none, or if it is stale. */
export async function takePrefetched(url: string): Promise<Response | null> {
  const response = await take(url)?.response.catch(() => null);
  return response?.ok ? response : null;
}

/** Returns what has arrived of a preloaded response once, to be shown without a skeleton. */
export function takeArrived<T>(url: string): T | undefined {
  const isThere = window.earlyCalls?.answers.get(url)?.value !== undefined;
  // The response of our own server is trusted.
  return isThere ? (take(url)?.value as T | undefined) : undefined;
}

function take(url: string): EarlyAnswer | undefined {
  const { token, answers } = window.earlyCalls ?? {};
  const answer = answers?.get(url);
  answers?.delete(url);
  return token === readToken() && performance.now() <= fresh ? answer : undefined;
}

/** A write makes all preloaded responses stale. */
export function discardPrefetched(): void {
  window.earlyCalls?.answers.clear();
}
