import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { actorName } from '#cms/audit/strings.ts';
import { dhakaTime } from '#cms/versions/dhaka-time.ts';
import { kinds } from '#content/kinds.ts';
import { t } from '#i18n/text.ts';
import { adminPages } from '#paths.ts';
import { Card } from '#ui/admin/card.tsx';
import { formatAge } from '#ui/admin/dates.ts';
import { groupsOf, Sentence, sentenceOfMany } from '../activity/sentence.tsx';
import { kindName } from '../activity/strings.ts';
import type { Editorial } from './schema.ts';
import './editorial.css';

/** The day of an editor. */
export function EditorialCards({ drafts, scheduled, changes, since, empty, undescribed }: Editorial) {
  return (
    <>
      <div className="stack">
        <ListCard
          id="drafts"
          title="My drafts"
          emptyHint="No draft of yours waits. What you save as a draft is found here."
        >
          {drafts.map((draft) => (
            <RecordItem key={draft.link} {...draft} note={formatAge(draft.at)} />
          ))}
        </ListCard>
        <ListCard
          id="scheduled"
          title="Goes public"
          emptyHint="Nothing is scheduled. A form sets a time under its three dots."
        >
          {scheduled.map(({ action, reason, ...record }) => {
            const time = dhakaTime(record.at);
            const note = action === 'publish' ? time : t`Goes off the site ${time}`;
            return (
              <RecordItem
                key={action + record.link}
                {...record}
                note={reason === null ? note : t`Not published: ${reason}`}
              />
            );
          })}
        </ListCard>
      </div>
      <div className="stack">
        <ListCard
          id="changes"
          title="Changed by colleagues"
          head={<span className="note">{t`Since ${dhakaTime(since)}`}</span>}
          emptyHint="Nobody else changed anything."
        >
          {groupsOf(changes).map((events) => (
            <li key={events[0].id}>
              <b lang="bn">{actorName(events[0])}</b>{' '}
              {events.length > 1 ? sentenceOfMany(events) : <Sentence event={events[0]} />}
              <span className="note">{formatAge(events[0].at)}</span>
            </li>
          ))}
        </ListCard>
        <ListCard
          id="missing"
          title="Missing on the site"
          emptyHint="Every section shows something, every picture is described."
        >
          {kinds
            .filter(({ audited }) => empty.some((table) => table in audited))
            .map(({ path, name }) => (
              <li key={path}>
                <span className="note">Visitors see nothing here</span>
                <Link to={path}>{name}</Link>
              </li>
            ))
            .concat(
              undescribed > 0 ? (
                <li key="pictures">
                  <span className="note">{`${undescribed} without a description`}</span>
                  <Link to={`${adminPages.pictures}?only=undescribed`}>Pictures</Link>
                </li>
              ) : (
                []
              ),
            )}
        </ListCard>
      </div>
    </>
  );
}

function RecordItem({
  kind,
  title,
  link,
  note,
}: Pick<Editorial['drafts'][number], 'kind' | 'title' | 'link'> & { note: string }) {
  return (
    <li>
      <span className="note">{[kindName(kind), note].join(' · ')}</span>
      <Link to={link} lang="bn">
        {title || t('without a title')}
      </Link>
    </li>
  );
}

interface ListCardProps {
  id: string;
  title: string;
  head?: ReactNode;
  emptyHint: string;
  children: ReactNode[];
}

function ListCard({ id, title, head, emptyHint, children }: ListCardProps) {
  return (
    <Card {...{ id, title, head }}>
      <div className="card-body">
        {children.length > 0 ? <ul className="editorial">{children}</ul> : <p className="note">{emptyHint}</p>}
      </div>
    </Card>
  );
}
