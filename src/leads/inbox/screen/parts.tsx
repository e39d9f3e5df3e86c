import {
  Check,
  Clock,
  Copy,
  GripVertical,
  MailWarning,
  MailX,
  MessageSquareText,
  Phone,
  TriangleAlert,
} from 'lucide-react';
import { dateFormat, t } from '#i18n/text.ts';
import { isUndelivered } from '#mail/states.ts';
import { formatAge, formatMoment, nearDay } from '#ui/admin/dates.ts';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem, MenuLabel } from '#ui/admin/menu/menu-items.tsx';
import { firstCharacter } from '#ui/site/bengali.ts';
import type { Duplicates, Lead } from '../../lead/schema.ts';
import {
  contactOf,
  eraseWord,
  inUnit,
  phoneInWords,
  type Stage,
  stageNames,
  stages,
  stepMoment,
} from '../../lead/strings.ts';
import { useWorkingDay } from './use-leads.tsx';

/** Colour is not the only cue: stages differ by shape and name too. */
export function StageBadge({ stage }: { stage: Stage }) {
  return (
    <span className="stage-badge" data-stage={stage}>
      {stageNames[stage]}
    </span>
  );
}

export function PhoneLink({ number, onCall }: { number: string; onCall?: () => void }) {
  if (number === '') return null;
  return (
    <a className="lead-phone inline-row" href={`tel:${number}`} onClick={onCall}>
      <Phone />
      <span className="sr-only">Call </span>
      {phoneInWords(number)}
    </a>
  );
}

export function OwnerMark({ owner }: { owner: Lead['owner'] }) {
  const name = owner?.name ?? t('Nobody yet');
  return (
    <span
      className="owner-mark center"
      data-nobody={owner === null || undefined}
      data-hue={(owner?.id ?? 0) % 4}
      title={name}
    >
      <span aria-hidden="true">{owner ? firstCharacter(owner.name).toUpperCase() : '?'}</span>
      <span className="sr-only">Owner: {name}</span>
    </span>
  );
}

export function NextStep({ lead }: { lead: Lead }) {
  if (lead.status === 'lost') {
    return (
      <p className="next-step">
        <MessageSquareText />
        <span>{lead.lost_reason}</span>
      </p>
    );
  }
  if (!lead.next_step && !lead.next_step_on) return null;
  const thisYear = new RegExp(`,? ${year.format(Date.now())}`);
  const day = lead.next_step_on && formatMoment(stepMoment(lead)).replace(thisYear, '');
  return (
    <p className="next-step" data-overdue={lead.overdue || undefined}>
      {lead.overdue ? <TriangleAlert /> : <Clock />}
      <span>
        {lead.overdue && <span className="sr-only">Overdue: </span>}
        {lead.next_step ?? 'Follow up'}
        {day && (
          <>
            {' · '}
            <span className="nowrap">{lead.overdue ? `was ${day}` : day}</span>
          </>
        )}
      </span>
    </p>
  );
}

export function LeadBadges({ lead }: { lead: Lead }) {
  return (
    <>
      {lead.has_duplicates && (
        <span className="lead-twin">
          <Copy />
          May be a duplicate
        </span>
      )}
      {lead.access_mail === 'held' && !lead.spam && (
        <span className="lead-twin">
          <MailWarning />
          Mail is held back
        </span>
      )}
      <MailFailedBadge lead={lead} />
    </>
  );
}

/** In milliseconds: a new lead without an owner waits too long after a working day. */
const tooLong = 8 * 3_600_000;

export function Age({ lead, now = Date.now() }: { lead: Lead; now?: number }) {
  const isWaiting = lead.status === 'new' && lead.owner === null;
  const age = now - Date.parse(lead.created_at);
  return (
    <time
      className="lead-age"
      dateTime={lead.created_at}
      data-long={(isWaiting && age > tooLong) || undefined}
      title={`Received ${momentInWords(lead.created_at)}`}
    >
      {shortAge(age)} {isWaiting && age > tooLong ? 'waiting' : 'ago'}
    </time>
  );
}

function shortAge(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes < 60) return t`${minutes} min`;
  if (minutes < 48 * 60) return inUnit(Math.round(minutes / 60), 'h');
  return inUnit(Math.round(minutes / 1440), 'd');
}

const year = dateFormat({ year: 'numeric' });

/** '05 Nov 2025, 11:42' in Asia/Dhaka. */
export function momentInWords(iso: string): string {
  // Dhaka is six hours ahead of UTC.
  return formatMoment(new Date(Date.parse(iso) + 6 * 3_600_000).toISOString().slice(0, 16));
}

export function whatsAppOf(number: string): string | null {
  return number ? `https://wa.me/${number.replace(/\D/g, '')}` : null;
}

export const wayInWords: Record<Duplicates[number]['by'], string> = t({
  number: 'Same number',
  email: 'Same email',
  institute: 'Same institute',
});

export function DuplicateItem({ lead, label, children }: { lead: Lead; label: string; children: React.ReactNode }) {
  return (
    <li>
      <div>
        <span className="lead-twin">
          <Copy />
          {label}
        </span>
        <b lang="bn">{lead.institute_name}</b>
        <span lang="bn">{contactOf(lead)}</span>
        <span className="note">
          {[lead.number && phoneInWords(lead.number), lead.email, formatAge(lead.created_at)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <StageBadge stage={lead.status} />
      </div>
      {children}
    </li>
  );
}

export function MoveMenu({ lead, onMove }: { lead: Lead; onMove: (stage: Stage) => void }) {
  return (
    <MenuButton
      className="handle lead-handle"
      aria-label={`Move to: ${lead.institute_name}`}
      menu={
        <>
          <MenuLabel quiet>Move to</MenuLabel>
          <StageItems stage={lead.status} onChoose={onMove} />
        </>
      }
    >
      <GripVertical />
    </MenuButton>
  );
}

export function StageItems({ stage, onChoose }: { stage: Stage | null; onChoose: (stage: Stage) => void }) {
  return stages.map((each) => (
    <MenuItem key={each} disabled={each === stage} onSelect={() => onChoose(each)}>
      <span className="stage-dot" data-stage={each} aria-hidden="true" />
      {stageNames[each]}
      {each === stage && (
        <>
          <Check className="menu-check" />
          <span className="sr-only">(now)</span>
        </>
      )}
    </MenuItem>
  ));
}

export const lostMails = t({
  unclear: 'Mail probably arrived',
  bounced: 'Mail bounced',
  dead: 'Mail given up',
});

function MailFailedBadge({ lead: { mail, spam } }: { lead: Lead }) {
  if (!mail || spam || !isUndelivered(mail.state)) return null;
  return (
    <span className="lead-twin lead-mail-lost">
      <MailX />
      {lostMails[mail.state]}
    </span>
  );
}

/** For what can't be undone: a word must be typed. */
export function ConfirmWord(props: { typed: string; className?: string; onType: (typed: string) => void }) {
  return (
    <label className={`field ${props.className ?? ''}`}>
      <span className="label">Type {eraseWord} to confirm</span>
      <input
        className="control"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={props.typed}
        onChange={(event) => props.onType(event.target.value)}
      />
    </label>
  );
}

/** Working days from today to a week ahead; near Friday some of them are the same. */
export function SoonDays({ onChoose }: { onChoose: (day: string) => void }) {
  const days = new Set([0, 1, 3, 7].map(useWorkingDay()));
  return (
    <div className="soon">
      {[...days].map((day) => (
        <button type="button" key={day} className="button button-quiet button-small" onClick={() => onChoose(day)}>
          {nearDay(day)}
        </button>
      ))}
    </div>
  );
}
