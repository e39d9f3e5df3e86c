import type { MailAttempt } from './schema.ts';
import { outcomeWords } from './words.tsx';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Every attempt to send a mail, the latest first. */
export function MailHistory({ history }: { history: MailAttempt[] }) {
  return (
    <section aria-labelledby="mail-history">
      <h3 id="mail-history">Attempts</h3>
      {history.length === 0 ? (
        <p className="note">It has not been tried yet.</p>
      ) : (
        <ol className="mail-history" reversed>
          {history.toReversed().map((attempt) => (
            <li key={attempt.id}>
              <p>
                <time dateTime={attempt.started_at}>{moment.format(Date.parse(attempt.started_at))}</time> to{' '}
                {attempt.recipient}
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
