import '../admin.css';
import './queue.css';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useUser } from '#auth/session.ts';
import { adminPages, leadPage } from '#paths.ts';
import { Card } from '#ui/admin/card.tsx';
import { dayAhead } from '#ui/admin/dates.ts';
import { Failed } from '#ui/table/body-rows.tsx';
import type { Lead } from '../../lead/schema.ts';
import { contactOf } from '../../lead/strings.ts';
import { queueAddress } from '../addresses.ts';
import { ContactActions } from '../panel/contact-actions.tsx';
import { CallOutcomeForm, NextStepForm } from '../panel/steps.tsx';
import { Age, LeadBadges, NextStep, OwnerMark, PhoneLink, StageBadge } from '../screen/parts.tsx';
import { useLeadPage } from '../screen/use-leads.ts';
import { type LeadWork, useWork } from '../screen/use-work.ts';

/** What the user is to do today. The first lead is open; once it is done, the next one is. */
export default function Queue() {
  const user = useUser();
  const work = useWork();
  const { data, isError, refetch } = useLeadPage(queueAddress(user?.id ?? 0), user !== null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [leaving, setLeaving] = useState<number[]>([]);
  const leads = data?.data.filter(({ id }) => !leaving.includes(id)) ?? [];
  const open = leads.find(({ id }) => id === chosen) ?? leads[0];
  const list = useFollowingFocus(open?.id);

  /** Goes on to the next lead at once, and back to the list only what a failed saving left there. */
  function follow({ id }: Lead, saving: Promise<unknown>): void {
    setChosen(leads[leads.findIndex((lead) => lead.id === id) + 1]?.id ?? null);
    setLeaving((now) => [...now, id]);
    void saving.finally(() => setLeaving((now) => now.filter((each) => each !== id)));
  }

  const more = (data?.total ?? 0) - (data?.data.length ?? 0);
  return (
    <Card id="queue" className="queue" title="Today" head={<AllLeads />}>
      {isError && !data && <Failed onRetry={() => void refetch()} />}
      {!data && !isError && <div className="skeleton queue-loading" aria-busy="true" />}
      {data && leads.length === 0 && (
        <p className="card-body note">Nobody waits. What is overdue, due today or new comes up here.</p>
      )}
      <div ref={list}>
        {groupsOf(leads).map(([name, some]) => (
          <section key={name} aria-labelledby={`queue-${name}`}>
            <h3 id={`queue-${name}`}>{name}</h3>
            <ol>
              {some.map((lead) => (
                <QueueRow
                  key={lead.id}
                  {...{ lead, work }}
                  isOpen={lead === open}
                  onOpen={() => setChosen(lead.id)}
                  onAccept={(saving) => follow(lead, saving)}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {more > 0 && <p className="card-body note">{more} more move up as these are done.</p>}
    </Card>
  );
}

function AllLeads() {
  return (
    <Link to={adminPages.contactRequests} className="card-tools stitch-link">
      All leads
    </Link>
  );
}

/** In the order of the list. */
function groupsOf(leads: Lead[]): [string, Lead[]][] {
  const today = dayAhead(0);
  const nameOf = ({ next_step_on }: Lead) =>
    next_step_on === null ? 'New' : next_step_on < today ? 'Overdue' : 'Due today';
  return [...Map.groupBy(leads, nameOf)];
}

/** The focus was on the lead that is done: it goes on to the one that opens. */
function useFollowingFocus(openId: number | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(openId);
  useEffect(() => {
    const isLost = document.activeElement === document.body && before.current !== undefined;
    if (isLost && before.current !== openId) list.current?.querySelector<HTMLElement>('.queue-work a')?.focus();
    before.current = openId;
  }, [openId]);
  return list;
}

interface QueueRowProps {
  lead: Lead;
  work: LeadWork;
  isOpen: boolean;
  onOpen: () => void;
  onAccept: (saving: Promise<unknown>) => void;
}

function QueueRow({ lead, work, isOpen, onOpen, onAccept }: QueueRowProps) {
  return (
    <li className="queue-row" data-lead={lead.id}>
      <div className="lead-who">
        <button type="button" className="lead-open" lang="bn" aria-expanded={isOpen} onClick={onOpen}>
          {lead.institute_name}
        </button>
        {contactOf(lead) && <span lang="bn">{contactOf(lead)}</span>}
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
      {isOpen && <LeadActions {...{ lead, work, onAccept }} />}
    </li>
  );
}

function LeadActions({ lead, work, onAccept }: Pick<QueueRowProps, 'lead' | 'work' | 'onAccept'>) {
  return (
    <div className="queue-work">
      <div className="queue-reach">
        <ContactActions lead={lead} work={work} onCall={() => undefined} />
      </div>
      {lead.number && <CallOutcomeForm {...{ lead, work, onAccept }} />}
      <details>
        <summary>Another next step</summary>
        <div className="work-steps">
          <NextStepForm lead={lead} work={work} />
        </div>
      </details>
      <Link to={leadPage(lead.id)} className="button button-text">
        Open the lead
      </Link>
    </div>
  );
}
