import { keptToken } from './token.ts';

/** A call that begins with the document, before any code of the back office is there; where the window is so. */
export interface EarlyCall {
  url: string;
  media?: string;
}

/** The answers that are on their way, by their addresses, and for which token. */
export interface EarlyCalls {
  token: string;
  answers: Map<string, Promise<Response>>;
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls;
  }
}

/** Older answers say how things were, in milliseconds since the document began. */
const fresh = 60_000;

/** The answer to a call that began with the document; once, and null where it is of no use any more. */
export async function takeEarly(url: string): Promise<Response | null> {
  const { token, answers } = window.earlyCalls ?? {};
  const answer = answers?.get(url);
  answers?.delete(url);
  if (!answer || token !== keptToken() || performance.now() > fresh) return null;
  const response = await answer.catch(() => null);
  return response?.ok ? response : null;
}

/** After a write: what was asked before it says how things were. */
export function dropEarly(): void {
  window.earlyCalls?.answers.clear();
}
