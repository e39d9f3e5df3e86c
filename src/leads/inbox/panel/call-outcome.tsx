import { Check, MessageCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type SignedInUser, useUser } from '#auth/session.ts';
import { formatDay } from '#ui/admin/dates.ts';
import type { WholeLead } from '../../lead/schema.ts';
import { type Outcome, outcomeNames, stageNames } from '../../lead/strings.ts';
import { useMessages } from '../screen/use-leads.ts';
import type { LeadEdit } from '../screen/use-quick-edit.ts';
import type { LeadWork } from '../screen/use-work.ts';
import { dayAhead } from '../screen/work-fields.tsx';
import { Chips } from './chips.tsx';
import { hrefOf } from './contact-actions.tsx';

/** Logs the outcome of a call and proposes the next step, with or without a WhatsApp message. */
export function CallOutcomeForm({ lead, work }: { lead: WholeLead; work: LeadWork }) {
  const me = useUser();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const accept = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (outcome) accept.current?.focus();
  }, [outcome]);
  const proposed = outcome && proposalFor(lead, outcome, me);
  const message = useMessages(lead.id).find(({ after_call }) => after_call === outcome);

  async function choose(chosen: Outcome): Promise<void> {
    setOutcome(chosen);
    if (!(await work.called(lead, chosen))) setOutcome(null);
  }

  async function take({ touched, words }: Proposal): Promise<void> {
    setOutcome(null);
    await work.touch(lead, touched, words);
  }

  return (
    <div className="call-outcome">
      <Chips label="How did the call end?" names={outcomeNames} chosen={outcome} onChoose={choose} />
      {proposed && (
        <button
          type="button"
          ref={accept}
          className="button button-primary proposal"
          onClick={() => void take(proposed)}
        >
          <Check aria-hidden="true" />
          <span>
            <span className="sr-only">Accept: </span>
            {proposed.words}
          </span>
        </button>
      )}
      {proposed && message && (
        <a
          className="button button-quiet proposal"
          data-key="w"
          href={hrefOf('whatsapp', lead, message)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => void take(proposed).then(() => work.wrote(lead, 'whatsapp', message.template_id))}
        >
          <MessageCircle aria-hidden="true" />
          <span>
            The same, and WhatsApp: <span lang="bn">{message.name}</span>
          </span>
        </a>
      )}
    </div>
  );
}

interface Proposal {
  touched: LeadEdit;
  words: string;
}

const next: Record<Outcome, { step: string; days: number }> = {
  spoke: { step: 'Ask how the demo went', days: 3 },
  no_answer: { step: 'Call again', days: 1 },
  busy: { step: 'Call again', days: 0 },
  wrong_number: { step: 'Ask for the right number', days: 0 },
};

/** A caller becomes the owner of a lead that has none. */
function proposalFor({ status, owner }: WholeLead, outcome: Outcome, me: SignedInUser | null): Proposal {
  const { step, days } = next[outcome];
  const day = dayAhead(days);
  const isReached = outcome === 'spoke' && status === 'new';
  const isMine = owner === null && me !== null;
  return {
    touched: {
      ...(isReached && { status: 'contacted' }),
      ...(isMine && { owner_id: me.id }),
      next_step: step,
      next_step_on: day,
    },
    words: [isReached && stageNames.contacted, step, formatDay(day), isMine && 'mine'].filter(Boolean).join(' · '),
  };
}
