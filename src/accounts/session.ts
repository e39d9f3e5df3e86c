import { useSyncExternalStore } from 'react';
import type { z } from 'zod/mini';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallError } from '#ui/admin/calls/call-error.ts';
import { dropToken, keepToken, keptToken } from '#ui/admin/calls/token.ts';
import { setDraftOwner } from '#ui/form/drafts/draft-store.ts';
import type { signedInOnWire, signedInUser } from './schema.ts';

export type SignedInUser = z.infer<typeof signedInUser>;

let user: SignedInUser | null = null;
const listeners = new Set<() => void>();

/** Who is signed in, asked of the server if it is not known yet; null for nobody. @throws where it can't be told */
export async function knowUser(): Promise<SignedInUser | null> {
  if (user || !keptToken()) return user;
  try {
    setUser(await api.get<SignedInUser>(calls.signedInUser, { askToSignIn: false }));
  } catch (error) {
    console.error(error);
    setUser(null);
    if (!(error instanceof CallError) || error.status !== 401) throw error;
    dropToken();
  }
  return user;
}

export async function signIn(email: string, password: string, remember: boolean): Promise<void> {
  await signInBy(calls.login, { email, password, remember }, remember);
}

/** By a call that answers as the sign-in does. */
export async function signInBy(path: string, body: object, remember: boolean): Promise<void> {
  const answer = await api.post<z.infer<typeof signedInOnWire>>(path, body, { askToSignIn: false });
  keepToken(answer.token, remember);
  setUser(answer.user);
}

/** Forgets who was signed in, whatever the server says to it. */
export async function signOut(): Promise<void> {
  await api.post(calls.logout, {}, { askToSignIn: false }).catch((error) => console.error(error));
  dropToken();
  setUser(null);
}

/** After the profile changed. */
export function setUser(next: SignedInUser | null): void {
  user = next;
  if (next) setDraftOwner(next.id);
  for (const listener of listeners) listener();
}

export function useUser(): SignedInUser | null {
  return useSyncExternalStore(follow, () => user);
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
