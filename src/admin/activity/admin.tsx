import { t } from '#i18n/text.ts';
import { answerAt, type ListPage } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import './activity.css';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ActivityEvent } from '#api/audit.ts';
import { may } from '#api/rights.ts';
import type { UserRow } from '#auth/schema.ts';
import { useUser } from '#auth/session.ts';
import { actionName, actionNames, actorName } from '#cms/audit/strings.ts';
import { useList } from '#cms/collections/list/use-list.ts';
import { adminCalls } from '#paths.ts';
import { downloadFile } from '#ui/admin/calls/download-file.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { DayInput } from '#ui/admin/day-input.tsx';
import { Writers } from '#ui/admin/may-write.tsx';
import { Empty, Failed, Pagination, Select, SkeletonRows, WholeRow } from '#ui/table/table.tsx';
import { Changes } from './changes.tsx';
import { type Events, groupsOf, isOneLead, Sentence, sentenceOfMany } from './sentence.tsx';
import { kindName, kindNames, maxListed } from './strings.ts';
import { TakeBack } from './take-back.tsx';

const heads = t(['When', 'What was done', 'Details']);

export default function Activity() {
  const list = useList<ActivityEvent>(adminCalls.activity);
  const { isError, isPending, isPlaceholderData, refetch } = list.query;
  const { page } = list;
  return (
    <>
      <h1 className="screen-title">Activity</h1>
      <Card
        id="list"
        title="What was done"
        head={
          <Writers>
            <div className="card-tools">
              <Export />
            </div>
          </Writers>
        }
      >
        <Filters onChange={list.change} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className="table-scroll" aria-label="Activity: table" tabIndex={0}>
          <table className="table activity" data-stale={isPlaceholderData || undefined} aria-busy={isPending}>
            <thead className="sr-only-on-phone">
              <tr>
                {heads.map((head) => (
                  <th scope="col" key={head}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {page && groupsOf(page.data).map((events) => <EventRows key={events[0].id} events={events} />)}
              {isPending && <SkeletonRows heads={heads} thumbnail={false} />}
              {page?.data.length === 0 && (
                <WholeRow columns={heads.length}>
                  <Empty hint="What staff do is written down here. A filter may hide it." />
                </WholeRow>
              )}
              {isError && (
                <WholeRow columns={heads.length}>
                  <Failed what="activity" onRetry={refetch} />
                </WholeRow>
              )}
            </tbody>
          </table>
        </section>
        {page && (
          <div className="card-foot">
            <Reach total={page.total} />
            <Pagination page={page} onFollow={followLink(list.change)} />
          </div>
        )}
      </Card>
    </>
  );
}

function EventRows({ events }: { events: Events }) {
  const [isOpen, setOpen] = useState(false);
  const [event] = events;
  const { id, at } = event;
  const isMany = events.length > 1;
  const isOfOneLead = isMany && isOneLead(events);
  const hasMore = isMany || event.before !== null || event.after !== null;
  return (
    <Fragment>
      <tr data-editing={isOpen || undefined}>
        <td data-head={heads[0]}>
          <time dateTime={at} title={at} className="nowrap">
            {formatAge(at)}
          </time>
        </td>
        <td data-head={heads[1]} id={`sentence-${id}`}>
          <b lang="bn">{actorName(event)}</b>{' '}
          {isMany && !isOfOneLead ? sentenceOfMany(events) : <Sentence event={events.at(-1) ?? event} />}
          {isOfOneLead && <span className="note"> and {events.length - 1} more</span>}
        </td>
        <td className="activity-tools">
          <TakeBack events={events} />
          {hasMore && (
            <button
              type="button"
              className="button button-quiet button-small"
              aria-expanded={isOpen}
              aria-controls={`event-${id}`}
              aria-describedby={`sentence-${id}`}
              onClick={() => setOpen(!isOpen)}
            >
              Details
            </button>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr id={`event-${id}`}>
          <td colSpan={heads.length}>
            {isMany ? (
              events.map((one) => (
                <p key={one.id}>
                  <Sentence event={one} /> <TakeBack events={[one]} />
                </p>
              ))
            ) : (
              <Changes event={event} />
            )}
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function Reach({ total }: { total: number }) {
  return total >= maxListed ? <span className="note">What lies further back is found by its days.</span> : null;
}

/** Follows a paging link of the server, which includes the newest event, so that new events move no row. */
function followLink(change: (changes: Record<string, string>) => void) {
  return (link: string) => {
    const { searchParams } = new URL(link, location.origin);
    change({ page: searchParams.get('page') ?? '', until: searchParams.get('until') ?? '' });
  };
}

function Filters({ onChange }: { onChange: (changes: Record<string, string>) => void }) {
  const [address] = useSearchParams();
  const user = useUser();
  const knowsPeople = user !== null && may(user.role, 'read', 'people');
  const people = useQuery({
    ...answerAt<ListPage<UserRow>>(`${adminCalls.users}?per_page=100`),
    queryKey: [adminCalls.users, 'all'],
    enabled: knowsPeople,
  });
  const field = (name: string) => ({
    value: address.get(name) ?? '',
    // A changed filter starts again at the newest event.
    onChange: (text: string) => onChange({ [name]: text, until: '' }),
  });
  const record = field('record');
  return (
    <div className="activity-filters">
      {knowsPeople && (
        <Select
          {...field('actor')}
          label="Person"
          options={[
            ['', t('Everybody')],
            ...(people.data?.data.map(({ id, name }) => [String(id), name] as const) ?? []),
          ]}
        />
      )}
      <Select
        {...field('action')}
        label="Action"
        options={[['', t('All actions')], ...actionNames.map((action) => [action, actionName(action)] as const)]}
      />
      <Select
        {...record}
        label="What it was done with"
        options={[
          ['', t('Everything')],
          ...[record.value]
            .filter((value) => value.includes(':'))
            .map((value) => [value, recordInWords(value)] as const),
          ...kindNames.map((kind) => [kind, kindName(kind)] as const),
        ]}
      />
      <Day {...field('from')} label="From" />
      <Day {...field('to')} label="To" />
    </div>
  );
}

function Export() {
  const [address] = useSearchParams();
  return (
    <button
      type="button"
      className="button button-quiet"
      onClick={() => void downloadFile(`${adminCalls.activityExport}?${address}`, 'activity.csv')}
    >
      <Download />
      CSV
    </button>
  );
}

interface FilterProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

function Day({ label, value, onChange }: FilterProps) {
  return (
    <div className="activity-day">
      <span className="note">{label}</span>
      <DayInput aria-label={label} value={value} onChange={(day) => onChange(day)} />
    </div>
  );
}

function recordInWords(record: string): string {
  const [kind = '', id] = record.split(':');
  return `${kindName(kind)} #${id}`;
}
