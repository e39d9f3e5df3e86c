import type { MailAttempt, MailState } from './schema.ts';

export const stateWords: Record<MailState, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  bounced: 'Bounced',
  dead: 'Dead',
  cancelled: 'Cancelled',
};

/** Shape and word tell it, not the colour alone. */
export function MailBadge({ state }: { state: MailState }) {
  return <span className={`badge mail-${state}`}>{stateWords[state]}</span>;
}

const outcomes: Record<NonNullable<MailAttempt['outcome']>, string> = {
  sent: 'Taken by the mail server',
  refused: 'Refused for good',
  failed: 'Did not work',
  unclear: 'Handed over, but no answer came. It may have arrived.',
  interrupted: 'The program ended meanwhile. It may have arrived.',
};

export function outcomeWords({ outcome }: MailAttempt): string {
  return outcome ? outcomes[outcome] : 'Under way';
}

const kinds: Record<string, string> = {
  password_reset: 'Password reset',
  demo_access: 'Demo access',
  demo_access_test: 'Demo access, test',
};

/** What a mail is for: `lead_notice` as 'Lead notice', where nobody gave it better words. */
export function kindWords(kind: string): string {
  const words = kinds[kind] ?? kind.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function countWords(mails: number): string {
  return mails === 1 ? '1 mail' : `${mails} mails`;
}
