import { Mail, MessageCircle, Phone, Send } from 'lucide-react';
import { useState } from 'react';
import { Spinner } from '#ui/admin/spinner.tsx';
import { phoneInWords } from '../../../lead-words.ts';
import type { Lead } from '../../schema.ts';
import type { Work } from '../use-work.ts';
import { whatsAppOf } from '../whats-app.ts';

/** The ways to reach somebody, at the foot of the panel: a thumb is there already. */
export function Reach({ lead, work }: { lead: Lead; work: Work }) {
  const [busy, setBusy] = useState(false);
  const { number, email } = lead;

  async function resend() {
    if (busy) return;
    setBusy(true);
    await work.resend(lead);
    setBusy(false);
  }

  return (
    <footer className="lead-reach-bar">
      {number && (
        <>
          <a className="button button-primary" href={`tel:${number}`}>
            <Phone aria-hidden="true" />
            Call<span className="sr-only"> {phoneInWords(number)}</span>
          </a>
          <a
            className="button button-quiet"
            href={whatsAppOf(number) ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
          >
            <MessageCircle aria-hidden="true" />
            WhatsApp
          </a>
        </>
      )}
      {email && (
        <>
          <a className="button button-quiet" href={`mailto:${email}`}>
            <Mail aria-hidden="true" />
            Mail
          </a>
          {!lead.spam && (
            <button
              type="button"
              className="button button-quiet"
              title="Mails the demo link and password once more"
              aria-busy={busy}
              onClick={() => void resend()}
            >
              {busy ? <Spinner /> : <Send aria-hidden="true" />}
              Resend<span className="sr-only"> the demo link and password</span>
            </button>
          )}
        </>
      )}
    </footer>
  );
}
