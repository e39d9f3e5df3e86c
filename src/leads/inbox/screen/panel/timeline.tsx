import {
  ArchiveRestore,
  ArrowRight,
  Clock,
  Download,
  FileUp,
  Inbox,
  KeyRound,
  type LucideIcon,
  Mail,
  MailWarning,
  Merge,
  MessageSquareText,
  MessageSquareX,
  Pencil,
  ShieldAlert,
  ShieldCheck,
  Split,
  Trash2,
  UserRound,
  UserRoundPlus,
} from 'lucide-react';
import { dayInWords } from '#ui/admin/dates.ts';
import { type Stage, stageNames } from '../../../lead-words.ts';
import type { LeadEvent, WholeLead } from '../../schema.ts';
import { momentInWords } from '../moments.ts';
import type { Work } from '../use-work.ts';
import { KeptNote, UndoDeletion } from './kept-note.tsx';

/** Everything that happened, the newest first. */
export function Timeline({ lead, work }: { lead: WholeLead; work: Work }) {
  return (
    <ol className="timeline">
      {lead.history.toReversed().map((event) => (
        <Line key={event.key} {...{ event, work }} isOther={event.request_id !== lead.id} />
      ))}
    </ol>
  );
}

function Line({ event, work, isOther }: { event: LeadEvent; work: Work; isOther: boolean }) {
  const told = tell(event);
  const Icon = told.icon;
  return (
    <li data-bad={told.bad || undefined}>
      <span className="timeline-icon">
        <Icon aria-hidden="true" />
      </span>
      <div>
        <p>
          <b>{told.title}</b>
          {isOther && <span className="note"> (merged request)</span>}
        </p>
        {event.event === 'noted' ? (
          <KeptNote event={event} work={work} />
        ) : (
          told.text && (
            <p lang="bn" className="timeline-text">
              {told.text}
            </p>
          )
        )}
        <p className="note">
          <time dateTime={event.at}>{momentInWords(event.at)}</time>
          {event.user && ` · ${event.user.name}`}
          {told.since && ` · ${told.since}`}
        </p>
        {event.event === 'note_deleted' && <UndoDeletion event={event} work={work} />}
      </div>
    </li>
  );
}

interface Told {
  icon: LucideIcon;
  title: string;
  text?: string | undefined;
  /** What became of it later. */
  since?: string | undefined;
  bad?: boolean;
}

/** An event in the words of the screen; one that is not known yet still shows by its name. */
function tell({ event, details }: LeadEvent): Told {
  const told = tellers[event];
  if (told) return told(details ?? {});
  return { icon: Clock, title: event.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()) };
}

type Details = Record<string, unknown>;

const tellers: Record<string, (details: Details) => Told> = {
  received: () => ({ icon: Inbox, title: 'Request received' }),
  added: () => ({ icon: UserRoundPlus, title: 'Added by hand' }),
  imported: () => ({ icon: FileUp, title: 'Imported from a file' }),
  stage_changed: ({ from, to, reason }) => ({
    icon: ArrowRight,
    title: `${stageOf(from)} → ${stageOf(to)}`,
    text: textOf(reason),
  }),
  owner_changed: ({ to }) => ({ icon: UserRound, title: to ? `Owner: ${textOf(to)}` : 'Nobody’s any more' }),
  next_step_changed: ({ next_step, next_step_on }) => ({
    icon: Clock,
    title: next_step || next_step_on ? 'Next step' : 'No next step any more',
    text: [textOf(next_step), textOf(next_step_on) && dayInWords(textOf(next_step_on) ?? '')]
      .filter(Boolean)
      .join(' · '),
  }),
  details_changed: ({ before }) => ({
    icon: Pencil,
    title: 'Details corrected',
    text: `Before: ${Object.values((before as Details) ?? {}).join(', ')}`,
  }),
  noted: (details) => ({ icon: MessageSquareText, title: 'Note', since: changed('changed', details) }),
  note_deleted: (details) => ({ icon: MessageSquareX, title: 'Note, deleted', since: changed('deleted', details) }),
  mail_queued: ({ subject, to }) => ({ icon: Mail, title: `Mail to ${textOf(to)}`, text: textOf(subject) }),
  mail_sent: ({ to }) => ({ icon: Mail, title: `Mail sent to ${textOf(to)}` }),
  mail_bounced: ({ to, answer }) => bad(`Mail to ${textOf(to)} bounced`, answer),
  mail_dead: ({ to, answer }) => bad(`Mail to ${textOf(to)} was given up`, answer),
  mail_cancelled: ({ to }) => bad(`Mail to ${textOf(to)} was stopped`, null),
  mail_waiting: () => ({ icon: Clock, title: 'The mail waits for a demo access' }),
  mail_held: () => ({ icon: ShieldAlert, title: 'The mail is held back: it looks like spam' }),
  mail_resent: () => ({ icon: Mail, title: 'Link and password mailed once more' }),
  access_asked: () => ({ icon: KeyRound, title: 'The demo system is asked for a personal access' }),
  access_made: ({ expires_on }) => ({
    icon: KeyRound,
    title: `Personal access made, valid until ${dayInWords(textOf(expires_on) ?? '')}`,
  }),
  access_not_made: () => bad('The demo system did not answer; common access was sent', null),
  marked_spam: () => ({ icon: ShieldAlert, title: 'Marked as spam' }),
  marked_not_spam: () => ({ icon: ShieldCheck, title: 'Marked as not spam' }),
  merged: ({ ids }) => ({ icon: Merge, title: `${countOf(ids)} merged into this lead` }),
  unmerged: ({ ids }) => ({ icon: Split, title: `${countOf(ids)} taken out again` }),
  deleted: () => ({ icon: Trash2, title: 'Deleted' }),
  restored: () => ({ icon: ArchiveRestore, title: 'Restored' }),
  exported: () => ({ icon: Download, title: 'Exported' }),
};

function bad(title: string, answer: unknown): Told {
  return { icon: MailWarning, title, text: textOf(answer), bad: true };
}

function changed(what: string, { changed_at, changed_by }: Details): string | undefined {
  const at = textOf(changed_at);
  return at && `${what} ${momentInWords(at)} by ${textOf(changed_by)}`;
}

function stageOf(stage: unknown): string {
  return stageNames[stage as Stage] ?? String(stage);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function countOf(ids: unknown): string {
  return Array.isArray(ids) && ids.length > 1 ? `${ids.length} leads` : '1 lead';
}
