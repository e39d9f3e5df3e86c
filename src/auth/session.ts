import type { z } from 'zod/mini';
import { may } from '#api/rights.ts';
import type { Language } from '#i18n/text.ts';
import { calls, pages } from '#paths.ts';
import { api, CallError } from '#ui/admin/calls/api.ts';
import { readToken, removeClosedBrowserToken, removeToken, storeToken, tokenKeys } from '#ui/admin/calls/token.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { createStore, useStore } from '#ui/admin/store.ts';
import { discardAllDrafts, hasDeviceDrafts, setDraftOwner } from '#ui/form/drafts/draft-store.ts';
import { followLanguage } from './language.ts';
import type { secondFactorSchema, secondStepSchema, signedInSchema, signedInUser } from './schema.ts';
import { storeSignedOutNotice, storeUnendedSession } from './signed-out/storage.ts';

export type SignedInUser = z.infer<typeof signedInUser>;

const user = createStore<SignedInUser | null>(null);

/** Calls the listener when somebody signs in or out, or changes the own account. */
export const followUser = user.follow;

/**
 * The signed-in user, loaded from the server if not known yet; null if nobody is signed in.
 * @throws if the server can't tell
 */
export async function loadUser(): Promise<SignedInUser | null> {
  removeClosedBrowserToken();
  if (user.get() || !readToken()) return user.get();
  try {
    setUser(await fetchCurrentUser());
  } catch (error) {
    console.error(error);
    setUser(null);
    // The token stays: other tabs treat its removal as a sign-out, and may have unsaved text.
    if (!(error instanceof CallError) || error.status !== 401) throw error;
  }
  return user.get();
}

function fetchCurrentUser(): Promise<SignedInUser> {
  return api.get<SignedInUser>(calls.signedInUser, { askToSignIn: false });
}

addEventListener('storage', ({ key }) => {
  if (key === null || Object.values<string>(tokenKeys).includes(key)) void followOtherTab();
});

/** After another tab signed in or out: the same user continues, anybody else gets a page reload. */
async function followOtherTab(): Promise<void> {
  const next = readToken() ? await fetchCurrentUser().catch(user.get) : null;
  if (next?.id === user.get()?.id) return setUser(next);
  if (next === null) await discardAllDrafts();
  // Drafts are stored on the device, so the browser's prompt is suppressed.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.reload();
}

export type SecondStep = z.infer<typeof secondStepSchema>['data'];

/** Returns the second step that is needed, or null if the user is signed in. */
export async function signIn(email: string, password: string, remember: boolean): Promise<SecondStep | null> {
  const step = await signInWith(calls.login, { email, password, remember }, remember).catch(secondStepIn);
  return step ?? null;
}

/** Sends a ticket with its proof: a code, or a signature of an authenticator. */
export function takeSecondStep(
  ticket: string,
  proof: { code: string } | { passkey: object },
  remember: boolean,
): Promise<void> {
  return signInWith(calls.loginSecondStep, { ticket, ...proof, remember }, remember);
}

/** Signs in by any call that responds like the sign-in. */
export async function signInWith(path: string, body: object, remember: boolean): Promise<void> {
  const answer = await api.post<z.infer<typeof signedInSchema>>(path, body, { askToSignIn: false, has: 'token user' });
  storeToken(answer.token, remember);
  setUser(answer.user);
}

/** The response of our own server is trusted. */
function secondStepIn(error: unknown): SecondStep {
  const step = error instanceof CallError && error.status === 403 ? error.data : null;
  if (!step || typeof step !== 'object' || !('ticket' in step)) throw error;
  return step as SecondStep;
}

/** Puts the office into this language, for this user in every browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  const own = user.get();
  if (!own) return;
  const { name, email } = own;
  await api.put(calls.account, { name, email, language });
  setUser({ ...own, language });
  await followLanguage(language);
}

/** Signs out and goes to the public site, which confirms it. Asks first where unsaved text would be lost. */
export async function signOutToSite(): Promise<void> {
  const isSure =
    !(await hasDeviceDrafts()) ||
    (await ask({
      title: 'Sign out without saving?',
      text: 'Unsaved text on this device is discarded, so that nobody else can read it here.',
      proceed: 'Discard and sign out',
      cancel: 'Stay signed in',
      tone: 'unsaved',
    }));
  if (!isSure) return;
  await signOut();
  storeSignedOutNotice();
  location.assign(pages.home);
}

/** Signs out, and discards what was typed. If the server can't be reached, a later page ends the session. */
async function signOut(): Promise<void> {
  const token = readToken();
  const request = api.post(calls.logout, {}, { askToSignIn: false, has: 'message' }).catch((error) => {
    console.error(error);
    const isEnded = error instanceof CallError && error.status === 401;
    if (token && !isEnded) storeUnendedSession(token);
  });
  // From here on no 401 may open the sign-in dialog.
  removeToken();
  await Promise.all([request, discardAllDrafts()]);
  setUser(null);
}

export function setUser(next: SignedInUser | null): void {
  if (next) setDraftOwner(next.id);
  user.set(next);
  // Wakes the pencils of the public site. Who may write content may also write its settings.
  localStorage.setItem('pencils', next && may(next.role, 'write', 'content') ? 'yes' : '');
}

export function useUser(): SignedInUser | null {
  return useStore(user);
}

/** Null: not loaded yet. */
let missing: boolean | null = null;

/** Whether only the profile is usable until a second factor is set up. Requests it only if the site may require one. */
export async function isSecondFactorMissing(): Promise<boolean> {
  if (!document.querySelector('meta[name="second-factor"]')) return false;
  if (missing !== false) {
    const { data } = await api.get<{ data: z.infer<typeof secondFactorSchema> }>(calls.accountSecondFactor);
    missing = data.is_missing;
  }
  return missing;
}

export function setSecondFactorMissing(isMissing: boolean): void {
  missing = isMissing;
}
