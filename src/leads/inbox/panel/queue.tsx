import '../admin.css';
import './queue.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { groupBy } from '#api/text.ts';
import { RingSwitch } from '#auth/profile/ring-switch.tsx';
import { useUser } from '#auth/session.ts';
import { fieldTime } from '#cms/versions/dhaka-time.ts';
import { t } from '#i18n/text.ts';
import { leadPage } from '#paths.ts';
import { Card } from '#ui/admin/card.tsx';
import { formatAge } from '#ui/admin/dates.ts';
import { Failed } from '#ui/table/table.tsx';
import type { Lead } from '../../lead/schema.ts';
import { contactOf, stepMoment } from '../../lead/strings.ts';
import { queueAddress } from '../addresses.ts';
import { Age, LeadBadges, NextStep, OwnerMark, PhoneLink, StageBadge } from '../screen/parts.tsx';
import { useLeadPage, useUndoInPlace } from '../screen/use-leads.tsx';
import { ContactActions } from './contact-actions.tsx';
import { CallOutcomeForm, NextStepForm } from './steps.tsx';

/** What the user is to do today. The first lead is open; once it is done, the next one is. */
export default function Queue() {
  const user = useUser();
  const { data, isError, refetch } = useLeadPage(queueAddress(user?.id ?? 0));
  const [undo, setUndo] = useUndoInPlace();
  const [chosen, setChosen] = useState<number>();
  const [leaving, setLeaving] = useState<number[]>([]);
  const leads = data?.data.filter(({ id }) => !leaving.includes(id)) ?? [];
  const open = leads.find(({ id }) => id === chosen) ?? leads.find(isDue);
  const list = useFocusOnNext(open?.id);

  /** Goes on to the next lead at once. What could not be saved comes back. */
  function follow(lead: Lead, saving: Promise<unknown>) {
    setChosen(leads.slice(leads.indexOf(lead) + 1).find(isDue)?.id);
    setLeaving([...leaving, lead.id]);
    void saving.finally(() => setLeaving((now) => now.filter((id) => id !== lead.id)));
  }

  /** Of what was done with the open lead, or with the one before it. */
  const undoLine = undo && (
    <p className="queue-undo" role="status">
      <span>
        {undo.lead?.id !== open?.id && <b lang="bn">{undo.lead?.institute_name} </b>}
        {undo.message}
      </span>
      <button
        type="button"
        className="button button-quiet button-small"
        onClick={() => {
          setUndo(null);
          setChosen(undo.lead?.id);
          undo.undo();
        }}
      >
        Undo
      </button>
    </p>
  );

  return (
    <Card id="queue" className="queue" title="Today" head={<RingSwitch />}>
      {isError && !data && <Failed onRetry={refetch} />}
      {!data && !isError && <div className="skeleton queue-loading" />}
      {!open && undoLine}
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
                  undo={lead === open && undoLine}
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
  const nameOf = (lead: Lead) =>
    t(lead.overdue ? 'Overdue' : !lead.next_step_on ? 'New' : isDue(lead) ? 'Due today' : 'Later today');
  return [...groupBy(leads, nameOf)];
}

/** Not before its hour. */
function isDue(lead: Lead): boolean {
  return stepMoment(lead) <= fieldTime(new Date().toISOString());
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
  undo: ReactNode;
}

function QueueRow({ lead, isOpen, onOpen, onAccept, undo }: QueueRowProps) {
  const { last_note } = lead;
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
          {last_note && (
            <p className="queue-note">
              <span lang="bn">{last_note.note}</span>
              <span className="note">{formatAge(last_note.at)}</span>
            </p>
          )}
          <div className="queue-reach">
            <ContactActions lead={lead} />
          </div>
          {lead.number && <CallOutcomeForm {...{ lead, onAccept }} />}
          {undo}
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
