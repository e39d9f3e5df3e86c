import { readToken } from './token.ts';

/** A request that the document starts before any script is loaded, if the media query matches. */
export interface PrefetchCall {
  url: string;
  media?: string;
}

/** The pending responses by URL, and the token that they were requested with. */
export interface EarlyCalls {
  token: string;
  answers: Map<string, Promise<Response>>;
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
  const { token, answers } = window.earlyCalls ?? {};
  const answer = answers?.get(url);
  answers?.delete(url);
  if (!answer || token !== readToken() || performance.now() > fresh) return null;
  const response = await answer.catch(() => null);
  return response?.ok ? response : null;
}

/** A write makes all preloaded responses stale. */
export function discardPrefetched(): void {
  window.earlyCalls?.answers.clear();
}
