import type { MailState } from '../states.ts';
import type { MailAttempt } from './schema.ts';

export const stateWords: Record<MailState, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  bounced: 'Bounced',
  dead: 'Dead',
  cancelled: 'Cancelled',
};

export function MailBadge({ state }: { state: MailState }) {
  return <span className={`badge badge-${state}`}>{stateWords[state]}</span>;
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

/** `lead_notice` as 'Lead notice', `demo_access_test` as 'Demo access, test'. */
export function kindWords(kind: string): string {
  const text = kind.replaceAll('_', ' ').replace(/ test$/, ', test');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function countWords(mails: number): string {
  return mails === 1 ? '1 mail' : `${mails} mails`;
}
