import { ArchiveRestore, MessageCircle } from 'lucide-react';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import type { Lead } from '../../lead/schema.ts';
import { contactOf } from '../../lead/strings.ts';
import { MoveMenu } from './move-menu.tsx';
import { Age, LeadBadges, NextStep, OwnerMark, PhoneLink, StageBadge, whatsAppOf } from './parts.tsx';
import type { Filter } from './use-filter.ts';
import type { LeadSelection } from './use-leads.ts';
import type { LeadWork } from './use-work.ts';

interface LeadRowProps {
  lead: Lead;
  number: number;
  visibleIds: number[];
  filter: Filter;
  work: LeadWork;
  selection: LeadSelection;
}

export function LeadRow({ lead, number, visibleIds: shown, filter, work, selection }: LeadRowProps) {
  const { id, institute_name: institute } = lead;
  const mayWrite = useMayWrite();
  const chat = whatsAppOf(lead.number);
  return (
    <li className="lead-row" data-lead={id} data-selected={selection.has(id) || undefined}>
      <label className="check lead-check">
        <input
          type="checkbox"
          disabled={!mayWrite}
          checked={selection.has(id)}
          // A change event has no `shiftKey`.
          onClick={({ shiftKey }) => selection.toggle(id, shiftKey ? shown : null)}
          onChange={() => undefined}
        />
        <span className="sr-only">Select {institute}</span>
        <span className="note" aria-hidden="true">
          {number}
        </span>
      </label>
      <div className="lead-who">
        {filter.inTrash ? (
          <b lang="bn">{institute}</b>
        ) : (
          <button type="button" className="lead-open" lang="bn" onClick={() => filter.open(id)}>
            {institute}
          </button>
        )}
        {contactOf(lead) && <span lang="bn">{contactOf(lead)}</span>}
        <LeadBadges lead={lead} />
      </div>
      <div className="lead-reach">
        <PhoneLink number={lead.number} />
        {chat && (
          <a
            className="lead-chat"
            href={chat}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => mayWrite && void work.wrote(lead, 'whatsapp', null)}
          >
            <MessageCircle aria-hidden="true" />
            <span className="sr-only">WhatsApp {institute}</span>
          </a>
        )}
        {lead.email && (
          <a className="lead-email" href={`mailto:${lead.email}`}>
            {lead.email}
          </a>
        )}
      </div>
      <div className="lead-stand">
        <StageBadge stage={lead.status} />
        <NextStep lead={lead} />
      </div>
      <div className="lead-foot">
        <OwnerMark owner={lead.owner} />
        <Age lead={lead} />
        <Writers>
          {filter.inTrash ? (
            <button
              type="button"
              className="button button-quiet button-small"
              onClick={() => void work.restore([lead])}
            >
              <ArchiveRestore aria-hidden="true" />
              Restore<span className="sr-only">: {institute}</span>
            </button>
          ) : (
            <MoveMenu lead={lead} onMove={(stage) => work.move([lead], stage)} />
          )}
        </Writers>
      </div>
    </li>
  );
}
