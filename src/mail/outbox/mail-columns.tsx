import { Link, useSearchParams } from 'react-router';
import { ageInWords, timeOfDay } from '#ui/admin/dates.ts';
import type { Column } from '#ui/admin/list/column.ts';
import type { MailRow } from './schema.ts';
import { kindWords, MailBadge } from './words.tsx';

export const mailColumns: Column<MailRow>[] = [
  {
    head: 'To',
    cell: ({ id, recipient, kind }) => (
      <>
        <OpenMail id={id}>{recipient}</OpenMail>
        <span className="note">{kindWords(kind)}</span>
      </>
    ),
  },
  {
    head: 'State',
    cell: (mail) => (
      <>
        <MailBadge state={mail.state} />
        <span className="note mail-when">{whenOf(mail)}</span>
      </>
    ),
  },
  {
    head: 'Subject',
    cell: ({ subject }) => (
      <span lang="bn" className="cut">
        {subject}
      </span>
    ),
  },
  { head: 'Queued', cell: ({ created_at }) => <span className="nowrap">{ageInWords(created_at)}</span> },
];

/** Opens the mail beside the list as it stands. */
function OpenMail({ id, children }: { id: number; children: string }) {
  const [address] = useSearchParams();
  const to = new URLSearchParams(address);
  to.set('mail', String(id));
  return (
    <Link className="mail-address" to={{ search: to.toString() }} preventScrollReset>
      {children}
    </Link>
  );
}

function whenOf({ state, sent_at, next_attempt_at, last_error, attempts }: MailRow): string {
  if (state === 'sent' && sent_at) return ageInWords(sent_at);
  if (state === 'queued' && next_attempt_at && attempts > 0) {
    return `Attempt ${attempts} did not work. Next at ${timeOfDay(Date.parse(next_attempt_at))}`;
  }
  if (state === 'queued' && next_attempt_at && Date.parse(next_attempt_at) > Date.now()) {
    return `At ${timeOfDay(Date.parse(next_attempt_at))}`;
  }
  return state === 'bounced' || state === 'dead' ? (last_error ?? '') : '';
}
