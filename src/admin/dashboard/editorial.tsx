import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { actorName } from '#cms/audit/strings.ts';
import { dhakaTime } from '#cms/versions/dhaka-time.ts';
import { t } from '#i18n/text.ts';
import { Card } from '#ui/admin/card.tsx';
import { formatAge } from '#ui/admin/dates.ts';
import { EventRecord, groupsOf, Sentence, sentenceOfMany } from '../activity/sentence.tsx';
import { auditedKinds } from '../activity/strings.ts';
import type { Editorial } from './schema.ts';
import './editorial.css';

/** The day of an editor. */
export function EditorialCards({ drafts, scheduled, changes, since, missing }: Editorial) {
  return (
    <>
      <div className="stack">
        <ListCard
          id="drafts"
          title="My drafts"
          emptyHint="No draft of yours waits. What you save as a draft is found here."
        >
          {drafts.map((record) => (
            <Item key={record.id} note={formatAge(record.at)}>
              <EventRecord event={record} />
            </Item>
          ))}
        </ListCard>
        <ListCard
          id="scheduled"
          title="Goes public"
          emptyHint="Nothing is scheduled. A form sets a time under its three dots."
        >
          {scheduled.map(({ at, action, reason, record }) => {
            const time = action === 'publish' ? dhakaTime(at) : t`Goes off the site ${dhakaTime(at)}`;
            return (
              <Item key={at + record.id} note={reason ? t`Not published: ${reason}` : time}>
                <EventRecord event={record} />
              </Item>
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
          {groupsOf(changes).map(({ events }) => (
            <Item key={events[0].id} note={formatAge(events[0].at)}>
              <b lang="bn">{actorName(events[0])}</b>{' '}
              {events.length > 1 ? sentenceOfMany(events) : <Sentence event={events[0]} />}
            </Item>
          ))}
        </ListCard>
        <ListCard
          id="missing"
          title="Missing on the site"
          emptyHint="Every section shows something, every picture is described."
        >
          {missing.map(({ kind, count }) => {
            const { path = '', name } = auditedKinds[kind]?.screen ?? {};
            return (
              <Item key={kind} note={t(count ? `${count} without a description` : 'Visitors see nothing here')}>
                <Link to={count ? `${path}?only=undescribed` : path}>{name}</Link>
              </Item>
            );
          })}
        </ListCard>
      </div>
    </>
  );
}

function Item({ note, children }: { note: string; children: ReactNode }) {
  return (
    <li>
      {children}
      <span className="note">{note}</span>
    </li>
  );
}

function ListCard({
  emptyHint,
  children,
  ...card
}: ComponentProps<typeof Card> & { emptyHint: string; children: ReactNode[] }) {
  return (
    <Card {...card}>
      <div className="card-body">
        {children.length > 0 ? <ul className="editorial">{children}</ul> : <p className="note">{emptyHint}</p>}
      </div>
    </Card>
  );
}
