import { CalendarClock, PencilLine, TriangleAlert } from 'lucide-react';
import { versionPaths } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Row } from '#ui/admin/calls/pages.ts';
import { dhakaTime } from './dhaka-time.ts';

export function PendingBadges({ pending }: { pending: Row['pending'] }) {
  if (!pending) return null;
  const { draft_at, publish_at, unpublish_at, failed } = pending;
  return (
    <>
      {draft_at && <span className="badge badge-draft">Draft</span>}
      {(publish_at || unpublish_at) && <span className="badge badge-draft">Scheduled</span>}
      {failed && <span className="badge badge-inactive">Not published</span>}
    </>
  );
}

/** The public state of the record, its draft and its schedule, above the form. */
export function PendingLine({ status, pending }: { status: Row['status']; pending: Row['pending'] }) {
  const isPublic = pending ? pending.shown : status === 1;
  const parts = [isPublic ? 'Published' : 'Not on the site'];
  if (pending?.draft_at) parts.push(`draft of ${dhakaTime(pending.draft_at)} by ${pending.draft_by}`);
  if (pending?.publish_at)
    parts.push(
      `${isPublic && pending.draft_at ? 'draft goes public' : 'goes public'} ${dhakaTime(pending.publish_at)}`,
    );
  if (pending?.unpublish_at) parts.push(`goes off the site ${dhakaTime(pending.unpublish_at)}`);
  const Icon = pending?.failed
    ? TriangleAlert
    : pending?.publish_at || pending?.unpublish_at
      ? CalendarClock
      : PencilLine;
  return (
    <p className="pending-line" role="status">
      <Icon aria-hidden="true" />
      <span>
        {parts.join(' · ')}
        {pending?.failed && <b> · It can’t be published: {pending.failed} Correct it, then set the time again.</b>}
      </span>
    </p>
  );
}

/** The record with its draft, if it has one. */
export async function withDraft<R extends Row>(path: string, record: R): Promise<R> {
  if (!record.pending?.draft_at) return record;
  const { data } = await api.get<{ data: R | null }>(versionPaths.draft(path, record.id));
  return data ?? record;
}
