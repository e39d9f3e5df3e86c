import { CalendarClock, PencilLine, TriangleAlert } from 'lucide-react';
import { t } from '#i18n/text.ts';
import { versionPaths } from '#paths.ts';
import { api, type Row } from '#ui/admin/calls/api.ts';
import { dayOf, dhakaTime } from './dhaka-time.ts';

/** Shape and text show the state, not the colour alone. */
export function StatusBadge({ record }: { record: Pick<Row, 'status' | 'pending'> }) {
  const { word, tone } = stateOf(record);
  return <span className={`badge badge-${tone}`}>{word}</span>;
}

/** What visitors see of a record and what waits, in one word or two. */
export function stateOf({ status, pending }: Pick<Row, 'status' | 'pending'>) {
  if (pending?.failed) return { word: 'Not published', tone: 'inactive' };
  const isScheduled = pending?.publish_at || pending?.unpublish_at;
  if (isScheduled) return { word: pending.shown ? 'Active, scheduled' : 'Scheduled', tone: 'draft' };
  if (pending?.draft_at) return { word: pending.shown ? 'Active, draft' : 'Draft', tone: 'draft' };
  return status ? { word: 'Active', tone: 'active' } : { word: 'Inactive', tone: 'inactive' };
}

/** `verb` publishes the draft. */
export function publicationOf(record: Row | null) {
  const { status, pending } = record ?? {};
  const isPublic = pending ? pending.shown : status === 1;
  const hasDraft = Boolean(pending?.draft_at);
  return { isPublic, hasDraft, verb: hasDraft ? t(isPublic ? 'Publish changes' : 'Publish') : null };
}

/** Says above the form what visitors see of the record now, and what is to come. */
export function StateLine({ record }: { record: Row }) {
  const { draft_at, draft_by, publish_at, unpublish_at, failed } = record.pending ?? {};
  const Icon = failed ? TriangleAlert : publish_at || unpublish_at ? CalendarClock : PencilLine;
  const parts = [
    t(publicationOf(record).isPublic ? 'Public.' : !publish_at && 'Hidden.'),
    publish_at && t`Scheduled for ${dhakaTime(publish_at)}.`,
    draft_at && t`Draft: ${dayOf(draft_at)}, ${draft_by}.`,
    unpublish_at && t`It goes off the site ${dhakaTime(unpublish_at)}.`,
  ];
  return (
    <p className="pending-line" role="status">
      <Icon />
      <span>
        {parts.filter(Boolean).join(' ')}
        {failed && <b> It can’t be published: {failed} Correct it, then set the time again.</b>}
      </span>
    </p>
  );
}

/** With its draft, if it has one. */
export async function findRecord<R extends Row>(path: string, id: number): Promise<R> {
  const { data } = await api.get<{ data: R }>(`${path}/${id}`);
  return withDraft(path, data);
}

/** The record with its draft, if it has one. */
export async function withDraft<R extends Row>(path: string, record: R): Promise<R> {
  if (!record.pending?.draft_at) return record;
  const { data } = await api.get<{ data: R | null }>(versionPaths.draft(path, record.id));
  return data ?? record;
}
