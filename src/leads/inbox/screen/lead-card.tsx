import { useRef } from 'react';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import type { Lead } from '../../lead/schema.ts';
import { contactOf, type Stage } from '../../lead/strings.ts';
import { MoveMenu } from './move-menu.tsx';
import { Age, LeadBadges, NextStep, OwnerMark, PhoneLink } from './parts.tsx';

interface LeadCardProps {
  lead: Lead;
  onOpen: () => void;
  onMove: (stage: Stage) => void;
  onDrag: (lead: Lead | null) => void;
}

export function LeadCard({ lead, onOpen, onMove, onDrag }: LeadCardProps) {
  const mayWrite = useMayWrite();
  const card = useRef<HTMLLIElement>(null);
  return (
    <li
      ref={card}
      className="lead-card"
      data-lead={lead.id}
      draggable={mayWrite}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', lead.institute_name);
        // In the next frame, because the browser takes the drag image from the current style.
        requestAnimationFrame(() => card.current?.setAttribute('data-dragged', ''));
        onDrag(lead);
      }}
      onDragEnd={() => {
        card.current?.removeAttribute('data-dragged');
        onDrag(null);
      }}
    >
      <h3>
        <button type="button" className="lead-open" onClick={onOpen} lang="bn">
          {lead.institute_name}
        </button>
      </h3>
      {contactOf(lead) && <p lang="bn">{contactOf(lead)}</p>}
      <PhoneLink number={lead.number} />
      {lead.email && (
        <p className="lead-email" title={lead.email}>
          {lead.email}
        </p>
      )}
      <NextStep lead={lead} />
      <LeadBadges lead={lead} />
      <div className="lead-foot">
        <OwnerMark owner={lead.owner} />
        <Age lead={lead} />
        <Writers>
          <MoveMenu lead={lead} onMove={onMove} />
        </Writers>
      </div>
    </li>
  );
}
