import { isMailSetUp } from '#mail/set-up.ts';
import { timeOfDay } from '#ui/admin/dates.ts';
import type { Lead, LeadMail } from '../../lead/schema.ts';
import { momentInWords } from '../screen/parts.tsx';

export function mailInWords({ access_mail, mail, spam }: Lead): string | undefined {
  if (access_mail === 'held') {
    return spam ? 'Held back: it looks like spam' : 'Held back: more came than usual. Resend mails it';
  }
  if (access_mail === 'waiting') return 'Waits for a demo access to be saved';
  return mail ? stateInWords(mail) : undefined;
}

function stateInWords({ state, to, at, attempts, next_attempt_at }: LeadMail): string {
  switch (state) {
    case 'queued':
      if (!isMailSetUp()) return 'Not sent: mail is not set up. It waits in the Outbox';
      return attempts > 0 && next_attempt_at
        ? `Queued for ${to}. Attempt ${attempts} did not work; the next is at ${timeOfDay(Date.parse(next_attempt_at))}`
        : `Queued for ${to}`;
    case 'sending':
      return `Being sent to ${to}`;
    case 'sent':
      return `Sent to ${to}, ${momentInWords(at)}`;
    case 'bounced':
      return `Bounced: ${to} was refused`;
    case 'dead':
      return `Given up: ${to} could not be reached`;
    case 'cancelled':
      return 'Stopped by staff';
  }
}
