/**
 * `queued` waits until it is due, `sending` is claimed by an instance, `sent` was accepted by the mail server, `unclear`
 * was handed over without an answer, so it probably arrived, `bounced` was rejected permanently, `dead` ran out of
 * attempts or expired, `cancelled` was stopped by staff.
 */

/**
 * `queued` waits until it is due, `sending` is claimed by an instance, `sent` was accepted by the mail server, `unclear`
 * was handed over without an answer, so it probably arrived, `bounced` was rejected permanently, `dead` ran out of
 * attempts or expired, `cancelled` was stopped by staff.
 */
export const mailStates = ['queued', 'sending', 'sent', 'unclear', 'bounced', 'dead', 'cancelled'] as const;
export type MailState = (typeof mailStates)[number];

/** Final states in which the mail has not, or not surely, reached its receiver: staff decide. */
export const undeliveredStates = ['unclear', 'bounced', 'dead'] as const satisfies MailState[];
export type UndeliveredState = (typeof undeliveredStates)[number];

export function isUndelivered(state: string): state is UndeliveredState {
  return undeliveredStates.some((each) => each === state);
}

/** Reads a meta tag of the admin; without a mail server mails wait in the outbox. */
export function isMailSetUp(): boolean {
  return document.querySelector('meta[name="mail"][content="not set up"]') === null;
}
