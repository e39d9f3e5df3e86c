import { CalendarClock, PencilLine, TriangleAlert } from 'lucide-react';
import type { Version } from '#api/versions.ts';
import { t } from '#i18n/text.ts';
import { versionPaths } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { ListPage, Row } from '#ui/admin/calls/pages.ts';
import { useAnswer } from '#ui/admin/calls/use-answer.ts';
import { dayOf, dhakaTime } from './dhaka-time.ts';

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

export function publicationOf(record: Row | null) {
  const { status, pending } = record ?? {};
  return { isPublic: pending ? pending.shown : status === 1, hasDraft: Boolean(pending?.draft_at) };
}

/** Says above the form what visitors see of the record now, and what is to come. */
export function StateLine({ path, record }: { path: string; record: Row }) {
  const { data } = useAnswer<ListPage<Version>>(versionPaths.allVersions(path, record.id));
  const { publish_at, unpublish_at, failed } = record.pending ?? {};
  const Icon = failed ? TriangleAlert : publish_at || unpublish_at ? CalendarClock : PencilLine;
  return (
    <p className="pending-line" role="status">
      <Icon />
      <span>
        {sentenceOf(record, data?.data)}
        {failed && <b> It can’t be published: {failed} Correct it, then set the time again.</b>}
      </span>
    </p>
  );
}

function sentenceOf(record: Row, versions: Version[] | undefined): string {
  const { draft_at, draft_by, publish_at, unpublish_at } = record.pending ?? {};
  const { isPublic } = publicationOf(record);
  if (draft_at && !isPublic && !publish_at && versions?.every(({ what }) => what === 'draft'))
    return t('A draft, never public.');
  const since = isPublic && versions && publicSince(record, versions);
  const state = since ? t`Public since ${dayOf(since)}.` : t(isPublic ? 'Public.' : !publish_at && 'Hidden.');
  return [
    state,
    publish_at && t`Scheduled for ${dhakaTime(publish_at)}.`,
    draft_at && t`A draft of ${dayOf(draft_at)} waits, by ${draft_by}.`,
    unpublish_at && t`It goes off the site ${dhakaTime(unpublish_at)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** `versions`: the newest first. Null where they don't reach back so far. */
function publicSince({ created_at }: Row, versions: Version[]): string | null {
  const saved = versions.filter(({ what }) => what !== 'draft');
  const hidden = saved.findIndex(({ status }) => status !== 1);
  const first = saved.at(hidden < 0 ? -1 : hidden - 1);
  if (!first || first.what === 'found') return created_at ?? null;
  return hidden < 0 && versions.at(-1)?.number !== 1 ? null : first.at;
}

/** The record with its draft, if it has one. */
export async function withDraft<R extends Row>(path: string, record: R): Promise<R> {
  if (!record.pending?.draft_at) return record;
  const { data } = await api.get<{ data: R | null }>(versionPaths.draft(path, record.id));
  return data ?? record;
}
