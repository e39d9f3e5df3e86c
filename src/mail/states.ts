/**
 * Where a mail is on its way. `queued` waits for its moment, `sending` is claimed by an instance, `sent` was taken by
 * the mail server, `bounced` was refused for good, `dead` was given up, `cancelled` was stopped by staff.
 */
export const mailStates = ['queued', 'sending', 'sent', 'bounced', 'dead', 'cancelled'] as const;
export type MailState = (typeof mailStates)[number];

/** Those in which a mail has not reached anybody, and will not by itself. */
export const lostStates = ['bounced', 'dead'] as const satisfies MailState[];

export function isLost(state: MailState): boolean {
  return lostStates.some((lost) => lost === state);
}
