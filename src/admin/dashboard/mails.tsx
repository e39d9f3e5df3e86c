import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { adminPages } from '#paths.ts';
import { formatAge } from '#ui/admin/dates.ts';
import type { MailFigures } from './schema.ts';

export function Mails({ mails }: { mails: MailFigures }) {
  const { server, waiting, failed, latest_failed } = mails;
  return (
    <section className="card" aria-labelledby="mails-title">
      <div className="card-head">
        <h2 id="mails-title">Mails</h2>
        <Link to={adminPages.outbox} className="card-tools stitch-link">
          Outbox
        </Link>
      </div>
      <div className="card-body stack-small">
        {!server && (
          <p className="notice notice-draft">
            No mail server is set (SMTP_URL), so mails wait in the outbox
            {waiting > 0 ? `: ${waiting} by now.` : '.'}
          </p>
        )}
        {server && waiting > 0 && (
          <p className="note">{waiting === 1 ? '1 mail is' : `${waiting} mails are`} on the way.</p>
        )}
        {failed === 0 ? (
          <p className="note">No mail failed in the last 30 days.</p>
        ) : (
          <p className="failed-mails">
            <CircleAlert aria-hidden="true" />
            {failed === 1 ? '1 mail was not delivered.' : `${failed} mails were not delivered.`}
          </p>
        )}
        {latest_failed.length > 0 && (
          <ul className="failed-list">
            {latest_failed.map(({ id, recipient, subject, state, updated_at }) => (
              <li key={id}>
                <b>{recipient}</b>
                <span className="note" lang="bn">
                  {subject}
                </span>
                <span className="note">
                  {state === 'bounced' ? 'Refused' : 'Given up'} {formatAge(updated_at)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
