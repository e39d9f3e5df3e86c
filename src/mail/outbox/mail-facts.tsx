import type { ReactNode } from 'react';
import { dateFormat, t } from '#i18n/text.ts';
import { Fact } from '#ui/admin/fact.tsx';
import type { MailAttempt, MailDetails } from './schema.ts';
import { kindWords, outcomeWords } from './strings.tsx';

const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

export function MailFacts({ mail, onOpen }: { mail: MailDetails; onOpen: (id: number) => void }) {
  const { recipient, from, reply_to, kind, reference, created_at, sent_at, next_attempt_at } = mail;
  const { copy_of, replaced_by, message_id } = mail;
  const about = reference
    ? t`${kindWords(kind)}, for ${kindWords(reference.kind).toLowerCase()} ${reference.id}`
    : kindWords(kind);
  return (
    <dl className="mail-facts">
      <Fact label="To">{recipient}</Fact>
      <Fact label="From">{from}</Fact>
      <Fact label="Reply to">{reply_to}</Fact>
      <Fact label="About">{about}</Fact>
      <Fact label="Written">{inWords(created_at)}</Fact>
      <Fact label="Sent">{sent_at && inWords(sent_at)}</Fact>
      <Fact label="Next attempt">{next_attempt_at && inWords(next_attempt_at)}</Fact>
      <Fact label="Copy of">{copy_of && <OtherMail id={copy_of} onOpen={onOpen} />}</Fact>
      <Fact label="Sent anew as">{replaced_by && <OtherMail id={replaced_by} onOpen={onOpen} />}</Fact>
      <Fact label="Message-ID">{message_id}</Fact>
    </dl>
  );
}

function OtherMail({ id, onOpen }: { id: number; onOpen: (id: number) => void }) {
  return (
    <button type="button" className="mail-link" onClick={() => onOpen(id)}>
      mail {id}
    </button>
  );
}

export function MailHistory({ history }: { history: MailAttempt[] }) {
  return (
    <section aria-labelledby="mail-history">
      <h3 id="mail-history">Attempts</h3>
      {history.length === 0 ? (
        <p className="note">It has not been tried yet.</p>
      ) : (
        <ol className="mail-history" reversed>
          {[...history].reverse().map((attempt) => (
            <li key={attempt.id}>
              <p>
                {inWords(attempt.started_at)} to {attempt.recipient}
              </p>
              <b>{outcomeWords(attempt)}</b>
              {attempt.answer && <p className="note mail-reason">{attempt.answer}</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function inWords(at: string): ReactNode {
  return <time dateTime={at}>{moment.format(Date.parse(at))}</time>;
}
