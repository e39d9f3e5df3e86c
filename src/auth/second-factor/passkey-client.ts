import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type WebAuthnError,
} from '@simplewebauthn/browser';
import type { z } from 'zod/mini';
import { t } from '#i18n/text.ts';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { newPasskeySchema, passkeySignInSchema } from '../schema.ts';
import { type SecondStep, takeSecondStep } from '../session.ts';

/** The browser or authenticator failed, or the user cancelled; the browser has already shown why. */
export class PasskeyError extends Error {}

export const hasPasskeys = browserSupportsWebAuthn;

const usedKey = 'passkey-used';

/** Whether a passkey was made or used in this browser: nobody else is offered one before the sign-in. */
export function hasUsedPasskey(): boolean {
  return hasPasskeys() && localStorage.getItem(usedKey) !== null;
}

/** Signs in with any passkey that the browser has for this site. */
export async function signInWithPasskey(remember: boolean): Promise<void> {
  const answer = await api.post<z.infer<typeof passkeySignInSchema>>(calls.loginPasskey, {}, { askToSignIn: false });
  const { ticket, passkey } = answer.data;
  await takeSecondStep(ticket, { passkey: await sign(passkey) }, remember);
}

export async function verifyWithPasskey({ ticket, passkey }: SecondStep, remember: boolean): Promise<void> {
  if (passkey) await takeSecondStep(ticket, { passkey: await sign(passkey) }, remember);
}

/** What proves with a passkey that the signed-in user is still the same person. */
export async function signConfirmation() {
  const { data } = await api.post<z.infer<typeof passkeySignInSchema>>(calls.accountConfirmPasskey);
  return { ticket: data.ticket, passkey: await sign(data.passkey) };
}

/** @throws {PasskeyError} */
export async function createPasskey(options: z.infer<typeof newPasskeySchema>['passkey']): Promise<object> {
  return rememberUse(await startRegistration({ optionsJSON: options }).catch(inPlainWords));
}

async function sign({ allowCredentials, ...rest }: NonNullable<SecondStep['passkey']>): Promise<object> {
  const optionsJSON = { ...rest, ...(allowCredentials && { allowCredentials }) };
  return rememberUse(await startAuthentication({ optionsJSON }).catch(inPlainWords));
}

function rememberUse(proof: object): object {
  localStorage.setItem(usedKey, '1');
  return proof;
}

function inPlainWords(error: WebAuthnError | Error): never {
  const code = 'code' in error ? error.code : null;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    throw new PasskeyError(t('This device has a passkey for this account already.'));
  if (code === 'ERROR_INVALID_RP_ID' || code === 'ERROR_INVALID_DOMAIN')
    throw new PasskeyError(t('Passkeys work only at the public address of this site.'));
  throw new PasskeyError(t('The passkey could not be used. Try again.'));
}
