import { t } from '#i18n/text.ts';
import type { MailState } from '../states.ts';
import type { MailAttempt } from './schema.ts';

export const stateWords: Record<MailState, string> = t({
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  bounced: 'Bounced',
  dead: 'Dead',
  cancelled: 'Cancelled',
});

export function MailBadge({ state }: { state: MailState }) {
  return <span className={`badge badge-${state}`}>{stateWords[state]}</span>;
}

const outcomes: Record<NonNullable<MailAttempt['outcome']>, string> = t({
  sent: 'Taken by the mail server',
  refused: 'Refused for good',
  failed: 'Did not work',
  unclear: 'Handed over, but no answer came. It may have arrived.',
  interrupted: 'The program ended meanwhile. It may have arrived.',
});

export function outcomeWords({ outcome }: MailAttempt): string {
  return outcome ? outcomes[outcome] : t('Under way');
}

const kinds: Record<string, string> = t({
  account_notice: 'Account notice',
  demo_access: 'Demo access',
  demo_access_test: 'Demo access, test',
  demo_request: 'Demo request',
  digest: 'Digest',
  new_request: 'New request',
  not_published: 'Not published',
  password_reset: 'Password reset',
  retention: 'Retention',
  test: 'Test',
});

/** Others as they are called: `lead_notice` as 'Lead notice'. */
export function kindWords(kind: string): string {
  const known = kinds[kind];
  if (known) return known;
  const text = kind.replaceAll('_', ' ').replace(/ test$/, ', test');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function countWords(mails: number): string {
  return mails === 1 ? t('1 mail') : t`${mails} mails`;
}
