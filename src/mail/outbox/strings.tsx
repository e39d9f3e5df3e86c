import { t } from '#i18n/text.ts';
import type { MailState } from '../states.ts';
import type { MailAttempt } from './schema.ts';

export const stateWords: Record<MailState, string> = t({
  queued: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  unclear: 'Probably arrived',
  bounced: 'Returned',
  dead: 'Not delivered',
  cancelled: 'Cancelled',
});

export function MailBadge({ state }: { state: MailState }) {
  return <span className={`badge badge-${state}`}>{stateWords[state]}</span>;
}

const outcomes: Record<NonNullable<MailAttempt['outcome']>, string> = t({
  sent: 'Taken by the mail server',
  refused: 'Refused for good',
  denied: 'The mail server refused us',
  failed: 'Did not work',
  unclear: 'Handed over, but no answer came. It may have arrived.',
  interrupted: 'The program ended meanwhile. It may have arrived.',
});

export function outcomeWords({ outcome }: MailAttempt): string {
  return outcome ? outcomes[outcome] : t('Under way');
}

const kinds: Record<string, string> = t({
  demo_access: 'Demo access',
  demo_access_test: 'Demo access, test',
  demo_request: 'Demo request',
  digest: 'Digest',
  new_request: 'New request',
  not_published: 'Not published',
  retention: 'Retention',
  test: 'Test',
  trouble: 'Something is wrong',
  week: 'The week',
});

export function kindWords(kind: string): string {
  return kinds[kind] ?? kind;
}
