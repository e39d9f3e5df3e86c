import { Link } from 'react-router';
import type { ActivityEvent } from '#api/audit.ts';
import { sentenceOf } from '#cms/audit/strings.ts';
import { t } from '#i18n/text.ts';
import type { OfficeScreen } from '../screens.ts';
import { auditedKinds, deedOf, kindName, kindsInWords } from './strings.ts';

export type Events = [ActivityEvent, ...ActivityEvent[]];

/** What one call did to many records stands in one row. */
export function groupsOf(all: ActivityEvent[]): { events: Events; index: number }[] {
  const groups: { events: Events; index: number }[] = [];
  for (const [index, event] of all.entries()) {
    const events = groups.at(-1)?.events;
    const [first] = events ?? [];
    const names = ['request_id', 'action', 'kind'] as const;
    const isSame = first && event.request_id && names.every((name) => event[name] === first[name]);
    if (isSame) events?.push(event);
    else groups.push({ events: [event], index });
  }
  return groups;
}

export function sentenceOfMany(events: Events): string {
  const [{ action, kind }] = events;
  const [deed = '', ...others] = new Set(events.map(deedOf));
  const [before, after = ''] = others.length > 0 ? sentenceOf(action) : deed.split('{}');
  return `${before}${kindsInWords(kind, events.length)}${after}`;
}

export function Sentence({ event }: { event: ActivityEvent }) {
  const [before, after] = deedOf(event).split('{}');
  return (
    <>
      {before}
      {after !== undefined && <EventRecord event={event} />}
      {after}
    </>
  );
}

/** Kinds whose records need no noun beside their name. */
const namedAlone = ['demo_requests', 'accounts', 'second-factor'];

export function EventRecord({ event }: { event: ActivityEvent }) {
  const { kind, record_id, user } = event;
  const { nameIn, table, screen } = auditedKinds[kind] ?? {};
  if (table === 'users' && user?.id === record_id) return t('their own account');
  if (!record_id) return kindsInWords(kind, event.after?.count);
  const the = t`the ${kindName(kind)}`;
  if (!nameIn) return screen ? <Link to={screen.path}>{the}</Link> : the;
  const name = recordName(event);
  if (!name) return t`a ${kindName(kind)} that is gone`;
  const address = addressOf(screen, record_id);
  return (
    <>
      {!namedAlone.includes(kind) && `the ${kindName(kind)} `}
      {address && event.record_name !== null && event.action !== 'delete' ? (
        <Link to={address} lang="bn">
          {name}
        </Link>
      ) : (
        <b lang="bn">{name}</b>
      )}
    </>
  );
}

function addressOf(screen: OfficeScreen | undefined, id: number) {
  if (screen?.leads) return `${screen.path}?lead=${id}`;
  return screen?.call ? `${screen.path}?edit=${id}` : screen?.path;
}

/** The record's name, if the event contains it. */
function recordName({ record_name, before, after }: ActivityEvent): string {
  if (record_name !== null) return record_name || t('without a title');
  const facts = Object.entries({ ...before, ...after });
  const nameEntry = facts.find(([field, value]) => typeof value === 'string' && nameField.test(field));
  return String(nameEntry?.[1] ?? '');
}

/** Matches `title` and `category_name`, but not a short title. */
const nameField = /^(?!short_)(\w+_)?(title|name)$|^(question|from_path|email)$/i;
