import '../admin.css';
import './queue.css';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { groupBy } from '#api/text.ts';
import { useUser } from '#auth/session.ts';
import { t } from '#i18n/text.ts';
import { leadPage } from '#paths.ts';
import { Card } from '#ui/admin/card.tsx';
import { Failed } from '#ui/table/table.tsx';
import type { Lead } from '../../lead/schema.ts';
import { contactOf } from '../../lead/strings.ts';
import { queueAddress } from '../addresses.ts';
import { Age, LeadBadges, NextStep, OwnerMark, PhoneLink, StageBadge } from '../screen/parts.tsx';
import { useLeadPage } from '../screen/use-leads.tsx';
import { ContactActions } from './contact-actions.tsx';
import { CallOutcomeForm, NextStepForm } from './steps.tsx';

/** What the user is to do today. The first lead is open; once it is done, the next one is. */
export default function Queue() {
  const user = useUser();
  const { data, isError, refetch } = useLeadPage(queueAddress(user?.id ?? 0));
  const [chosen, setChosen] = useState<number>();
  const [leaving, setLeaving] = useState<number[]>([]);
  const leads = data?.data.filter(({ id }) => !leaving.includes(id)) ?? [];
  const open = leads.find(({ id }) => id === chosen) ?? leads[0];
  const list = useFocusOnNext(open?.id);

  /** Goes on to the next lead at once. What could not be saved comes back. */
  function follow(lead: Lead, saving: Promise<unknown>) {
    setChosen(leads[leads.indexOf(lead) + 1]?.id);
    setLeaving([...leaving, lead.id]);
    void saving.finally(() => setLeaving((now) => now.filter((id) => id !== lead.id)));
  }

  return (
    <Card id="queue" className="queue" title="Today">
      {isError && !data && <Failed onRetry={() => void refetch()} />}
      {!data && !isError && <div className="skeleton queue-loading" />}
      {data && leads.length === 0 && (
        <p className="card-body note">Nobody waits. What is overdue, due today or new comes up here.</p>
      )}
      <div ref={list}>
        {groupsOf(leads).map(([name, some]) => (
          <section key={name}>
            <h3>{name}</h3>
            <ol>
              {some.map((lead) => (
                <QueueRow
                  key={lead.id}
                  lead={lead}
                  isOpen={lead === open}
                  onOpen={() => setChosen(lead.id)}
                  onAccept={(saving) => follow(lead, saving)}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Card>
  );
}

/** In the order of the list. */
function groupsOf(leads: Lead[]): [string, Lead[]][] {
  const nameOf = ({ next_step_on: day, overdue }: Lead) => t(overdue ? 'Overdue' : day ? 'Due today' : 'New');
  return [...groupBy(leads, nameOf)];
}

/** The focus goes from the lead that is done to the one that opens. */
function useFocusOnNext(openId: number | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(openId);
  useEffect(() => {
    if (before.current && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('.queue-work a')?.focus();
    before.current = openId;
  }, [openId]);
  return list;
}

interface QueueRowProps {
  lead: Lead;
  isOpen: boolean;
  onOpen: () => void;
  onAccept: (saving: Promise<unknown>) => void;
}

function QueueRow({ lead, isOpen, onOpen, onAccept }: QueueRowProps) {
  return (
    <li className="queue-row" data-lead={lead.id}>
      <div className="lead-who">
        <button type="button" className="lead-open" lang="bn" aria-expanded={isOpen} onClick={onOpen}>
          {lead.institute_name}
        </button>
        <span lang="bn">{contactOf(lead)}</span>
        <LeadBadges lead={lead} />
      </div>
      <PhoneLink number={lead.number} onCall={onOpen} />
      <div className="lead-stand">
        <StageBadge stage={lead.status} />
        <NextStep lead={lead} />
      </div>
      <div className="lead-foot row">
        <OwnerMark owner={lead.owner} />
        <Age lead={lead} />
      </div>
      {isOpen && (
        <div className="queue-work">
          <div className="queue-reach">
            <ContactActions lead={lead} />
          </div>
          {lead.number && <CallOutcomeForm {...{ lead, onAccept }} />}
          <details>
            <summary>Another next step</summary>
            <div className="work-steps">
              <NextStepForm lead={lead} />
            </div>
          </details>
          <Link to={leadPage(lead.id)} className="button button-text">
            Open the lead
          </Link>
        </div>
      )}
    </li>
  );
}
