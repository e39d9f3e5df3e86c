/**
 * `queued` waits until it is due, `sending` is claimed by an instance, `sent` was accepted by the mail server,
 * `bounced` was rejected permanently, `dead` ran out of attempts or expired, `cancelled` was stopped by staff.
 */
export const mailStates = ['queued', 'sending', 'sent', 'bounced', 'dead', 'cancelled'] as const;
export type MailState = (typeof mailStates)[number];

/** Final states in which the mail has not reached its receiver. */
export const undeliveredStates = ['bounced', 'dead'] as const satisfies MailState[];

export function isUndelivered(state: MailState): boolean {
  return undeliveredStates.some((each) => each === state);
}
