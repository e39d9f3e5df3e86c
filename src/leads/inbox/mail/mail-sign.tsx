import { MailX } from 'lucide-react';
import { isLost } from '#mail/states.ts';
import type { Lead } from '../../lead/schema.ts';

export function MailSign({ lead: { mail, spam } }: { lead: Lead }) {
  if (!mail || spam || !isLost(mail.state)) return null;
  return (
    <span className="lead-twin lead-mail-lost">
      <MailX aria-hidden="true" />
      {mail.state === 'bounced' ? 'Mail bounced' : 'Mail given up'}
    </span>
  );
}
