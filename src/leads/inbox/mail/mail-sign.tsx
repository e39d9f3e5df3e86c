import { MailX } from 'lucide-react';
import { isUndelivered } from '#mail/states.ts';
import type { Lead } from '../../lead/schema.ts';

export function MailFailedBadge({ lead: { mail, spam } }: { lead: Lead }) {
  if (!mail || spam || !isUndelivered(mail.state)) return null;
  return (
    <span className="lead-twin lead-mail-lost">
      <MailX aria-hidden="true" />
      {mail.state === 'bounced' ? 'Mail bounced' : 'Mail given up'}
    </span>
  );
}
