import {
  ArchiveRestore,
  ArrowRight,
  Banknote,
  Clock,
  Download,
  FileUp,
  Inbox,
  KeyRound,
  type LucideIcon,
  Mail,
  MailWarning,
  Merge,
  MessageCircle,
  MessageSquareShare,
  MessageSquareText,
  MessageSquareX,
  Pencil,
  Phone,
  ShieldAlert,
  ShieldCheck,
  Split,
  Trash2,
  Undo2,
  UserRound,
  UserRoundPlus,
} from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { takaInWords } from '#api/text.ts';
import { t } from '#i18n/text.ts';
import { leadCalls } from '#paths.ts';
import { formatDay, formatMoment } from '#ui/admin/dates.ts';
import { returnFocusToDialog } from '#ui/admin/dialog/focus-back.ts';
import { Writers } from '#ui/admin/may-write.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import type { DetailsOf, LeadEvent, WholeLead } from '../../lead/schema.ts';
import {
  leadLimits,
  leadsInWords,
  outcomeNames,
  phoneInWords,
  stageNames,
  stepMoment,
  wayNames,
} from '../../lead/strings.ts';
import { momentInWords } from '../screen/parts.tsx';
import { useWork } from '../screen/use-leads.tsx';
import { NoteField, useNoteDraft } from './steps.tsx';

export function Timeline({ lead }: { lead: WholeLead }) {
  const all = [...lead.history].reverse();
  const internal = new Set(all.filter((event) => isInternal(event, lead)));
  const line = (event: LeadEvent) => <Line key={event.key} event={event} isOther={event.request_id !== lead.id} />;
  return (
    <>
      <ol className="timeline">{all.filter((event) => !internal.has(event)).map(line)}</ol>
      {internal.size > 0 && (
        <details className="timeline-inner">
          <summary>Mails to staff, exports and the like ({internal.size})</summary>
          <ol className="timeline">{[...internal].map(line)}</ol>
        </details>
      )}
    </>
  );
}

/** Exports, mails to staff, and `mail_queued` once that mail has a later event. */
function isInternal(event: LeadEvent, { history }: WholeLead): boolean {
  if (event.event === 'exported') return true;
  const mail = mailOf(event);
  if (!mail) return false;
  const hasEnded = () => history.some((other) => other !== event && mailOf(other)?.mail_id === mail.mail_id);
  return mail.to_staff === true || (event.event === 'mail_queued' && hasEnded());
}

function mailOf({ details }: LeadEvent): DetailsOf<'mail_queued'> | null {
  return details && 'mail_id' in details ? details : null;
}

function Line({ event, isOther }: { event: LeadEvent; isOther: boolean }) {
  const entry = describe(event);
  const Icon = entry.icon;
  return (
    <li data-bad={entry.bad || undefined}>
      <span className="timeline-icon center">
        <Icon />
      </span>
      <div>
        <p>
          <b>{sentenceOf(entry, event.user?.name)}</b>
          {isOther && <span className="note"> (merged request)</span>}
        </p>
        {event.event === 'noted' ? (
          <NoteItem event={event} />
        ) : (
          entry.text && (
            <p lang="bn" className="timeline-text">
              {entry.text}
            </p>
          )
        )}
        <p className="note">
          <time dateTime={event.at}>{momentInWords(event.at)}</time>
          {event.user && entry.title && ` · ${event.user.name}`}
          {entry.since && ` · ${entry.since}`}
        </p>
        {event.event === 'note_deleted' && <UndoDeletion event={event} />}
      </div>
    </li>
  );
}

interface TimelineEntry {
  icon: LucideIcon;
  /** What somebody did, as the rest of a sentence. */
  label?: string;
  /** What happened. */
  title?: string;
  text?: string | undefined;
  since?: string | undefined;
  bad?: boolean;
}

function sentenceOf({ label = '', title }: TimelineEntry, name: string | undefined): string {
  return title ?? (name ? `${name} ${label}` : `${label.charAt(0).toUpperCase()}${label.slice(1)}`);
}

/** Events that say no more. */
const plain: Partial<Record<LeadEvent['event'], TimelineEntry>> = {
  received: { icon: Inbox, title: 'The request came in' },
  added: { icon: UserRoundPlus, label: 'added it by hand' },
  imported: { icon: FileUp, label: 'imported it from a file' },
  mail_waiting: { icon: Clock, title: 'The mail waits for a demo access' },
  mail_held: { icon: ShieldAlert, title: 'The mail is held back' },
  mail_resent: { icon: Mail, label: 'had link and password mailed once more' },
  access_asked: { icon: KeyRound, title: 'The demo system is asked for a personal access' },
  marked_spam: { icon: ShieldAlert, label: 'marked it as spam' },
  marked_not_spam: { icon: ShieldCheck, label: 'marked it as not spam' },
  deleted: { icon: Trash2, label: 'deleted it' },
  restored: { icon: ArchiveRestore, label: 'restored it' },
  exported: { icon: Download, label: 'exported it' },
};

function describe(line: LeadEvent): TimelineEntry {
  switch (line.event) {
    case 'stage_changed': {
      const { from, to, reason } = line.details;
      return { icon: ArrowRight, label: `moved it from ${stageNames[from]} to ${stageNames[to]}`, text: reason };
    }
    case 'owner_changed': {
      const { to } = line.details;
      if (to && to === line.user?.name) return { icon: UserRound, label: 'took it over' };
      return { icon: UserRound, label: to ? `gave it to ${to}` : 'took its owner away' };
    }
    case 'next_step_changed': {
      const text = [line.details.next_step, formatMoment(stepMoment(line.details))].filter(Boolean).join(' · ');
      return { icon: Clock, label: text ? 'set the next step' : 'removed the next step', text };
    }
    case 'value_changed': {
      const { from, to } = line.details;
      const words = (value: number | null) => (value === null ? t('not known') : takaInWords(value));
      return { icon: Banknote, label: `changed the value from ${words(from)} to ${words(to)}` };
    }
    case 'details_changed':
      return {
        icon: Pencil,
        label: 'corrected the details',
        text: `Before: ${Object.values(line.details.before).join(', ')}`,
      };
    case 'called':
      return { icon: Phone, label: `called: ${outcomeNames[line.details.outcome].toLowerCase()}` };
    case 'messaged':
      return {
        icon: MessageCircle,
        label: `opened ${wayNames[line.details.way]}`,
        text: line.details.text ?? line.details.template ?? undefined,
      };
    case 'noted':
      return { icon: MessageSquareText, label: 'wrote a note', since: since(line.details) };
    case 'note_deleted':
      return { icon: MessageSquareX, label: 'wrote a note that was deleted', since: since(line.details, true) };
    case 'mail_queued':
      return { icon: Mail, title: `Mail to ${line.details.to}`, text: line.details.subject };
    case 'mail_sent':
      return { icon: Mail, title: `Mail sent to ${line.details.to}` };
    case 'mail_unclear':
      return bad(t`Mail to ${line.details.to} probably arrived`, line.details.answer);
    case 'mail_bounced':
      return bad(t`Mail to ${line.details.to} bounced`, line.details.answer);
    case 'mail_dead':
      return bad(t`Mail to ${line.details.to} was given up`, line.details.answer);
    case 'mail_cancelled':
      return bad(t`Mail to ${line.details.to} was stopped`);
    case 'sms_queued':
      return { icon: MessageSquareShare, title: `SMS to ${phoneInWords(line.details.to)}`, text: line.details.text };
    case 'sms_sent':
      return { icon: MessageSquareShare, title: `SMS to ${phoneInWords(line.details.to)} taken by the gateway` };
    case 'sms_failed':
      return bad(t`SMS to ${phoneInWords(line.details.to)} was given up`, line.details.answer);
    case 'access_made':
      return { icon: KeyRound, title: `Personal access made, valid until ${formatDay(line.details.expires_on)}` };
    case 'access_not_made':
      return bad(t('The demo system did not answer; the common access is mailed'));
    case 'merged':
      return { icon: Merge, label: `merged ${leadsInWords(line.details.ids.length)} into this lead` };
    case 'unmerged':
      return { icon: Split, label: `took ${leadsInWords(line.details.ids.length)} out again` };
    default:
      // The server may be newer than this script and send unknown events.
      return plain[line.event] ?? { icon: Clock, title: nameOf(line) };
  }
}

function nameOf({ event }: LeadEvent): string {
  return event.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
}

function bad(title: string, text?: string): TimelineEntry {
  return { icon: MailWarning, title, text, bad: true };
}

function since({ changed_at: at, changed_by: name }: DetailsOf<'noted'>, isDeleted = false): string | undefined {
  if (!at) return at;
  return isDeleted ? t`deleted ${momentInWords(at)} by ${name}` : t`changed ${momentInWords(at)} by ${name}`;
}

type NoteEvent = Extract<LeadEvent, { event: 'noted' | 'note_deleted' }>;

function NoteItem({ event }: { event: NoteEvent }) {
  const work = useWork();
  const [editing, setEditing] = useState(false);
  const editor = useRef<HTMLButtonElement>(null);
  const text = event.details.note ?? '';

  function close() {
    setEditing(false);
    requestAnimationFrame(() => editor.current?.focus());
  }

  async function remove() {
    if (!(await work.removeNote(event, text))) return;
    requestAnimationFrame(() => document.getElementById(undoId(event))?.focus());
  }

  if (editing) return <Editor {...{ event, text }} onClose={close} />;
  return (
    <div className="kept-note">
      <p lang="bn" className="timeline-text">
        {text}
      </p>
      <Writers>
        <span className="row-actions">
          <button
            type="button"
            className="row-action row-action-delete"
            aria-label={`Delete note: ${beginningOf(text)}`}
            onClick={() => void remove()}
          >
            <Trash2 />
          </button>
          <button
            type="button"
            ref={editor}
            className="row-action"
            aria-label={`Edit note: ${beginningOf(text)}`}
            onClick={() => setEditing(true)}
          >
            <Pencil />
          </button>
        </span>
      </Writers>
    </div>
  );
}

function UndoDeletion({ event }: { event: NoteEvent }) {
  const work = useWork();
  const text = work.deletedNote(event);
  if (text === undefined) return null;
  return (
    <button
      type="button"
      id={undoId(event)}
      className="button button-quiet button-small"
      onClick={() => void work.changeNote(event, text)}
    >
      <Undo2 />
      Undo
    </button>
  );
}

/** Typed text is kept when the note changes on the server. */
function Editor({ event, text, onClose }: { event: NoteEvent; text: string; onClose: () => void }) {
  const work = useWork();
  const [typed, setTyped] = useState(text);
  const [version, setVersion] = useState<string | undefined>(versionOf(event));
  const [busy, setBusy] = useState(false);

  async function save(submit: SubmitEvent<HTMLFormElement>) {
    submit.preventDefault();
    if (busy || !typed.trim()) return;
    setBusy(true);
    if (await work.changeNote(event, typed, version)) return onClose();
    // After a conflict was shown, saving again overwrites.
    setVersion(undefined);
    setBusy(false);
  }

  return (
    <form className="note-form note-editor" onSubmit={save}>
      <label className="field">
        <span className="sr-only">Change the note</span>
        <textarea
          className="control"
          lang="bn"
          rows={2}
          maxLength={leadLimits.note}
          value={typed}
          ref={focusAtEnd}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(press) => {
            if (press.key === 'Escape') onClose();
          }}
        />
      </label>
      <span className="note-buttons">
        <button type="button" className="button button-text" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button button-quiet" aria-busy={busy} disabled={!typed.trim()}>
          {busy && <Spinner />}
          Save note
        </button>
      </span>
    </form>
  );
}

function focusAtEnd(area: HTMLTextAreaElement | null): void {
  if (!area) return;
  area.focus();
  area.setSelectionRange(area.value.length, area.value.length);
}

function undoId({ note_id }: NoteEvent): string {
  return `undo-note-${note_id}`;
}

function versionOf({ at, details }: NoteEvent): string {
  return details.changed_at ?? at;
}

function beginningOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

export function NoteForm({ lead }: { lead: WholeLead }) {
  const work = useWork();
  const [text, write] = useNoteDraft(lead, 'on');
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy || !text.trim()) return;
    const form = event.currentTarget;
    setBusy(true);
    const noted = await work.post(lead, leadCalls.notes, { note: text });
    // The text may have changed while it was sent.
    if (noted && form.querySelector('textarea')?.value === text) {
      write('');
      returnFocusToDialog(form);
    }
    setBusy(false);
  }

  return (
    <form className="note-form" onSubmit={submit}>
      <NoteField text={text} onType={write} />
      <button type="submit" className="button button-quiet" aria-busy={busy} disabled={!text.trim()}>
        {busy && <Spinner />}
        Add note
      </button>
    </form>
  );
}
