import { LogOut, Phone } from 'lucide-react';
import { Link } from 'react-router';
import { useUser } from '#accounts/session.ts';
import { leadsWhere } from '#paths.ts';
import { leave } from '../shell/leave.ts';

const inDhaka = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Asia/Dhaka' });
const asWritten = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** The greeting, with what is most urgent. `today` is the server's day; before it is known, this device's. */
export function Welcome({ waiting, today }: { waiting: number | null; today: string | null }) {
  const user = useUser();
  const day = today ? asWritten.format(new Date(`${today}T00:00:00Z`)) : inDhaka.format(new Date());
  return (
    <section className="welcome on-dark">
      {/* As `Alpona` draws it, whose module would become a file of its own for the public site too. */}
      <span className="alpona" aria-hidden="true" />
      <div>
        <h1>Welcome back, {user?.name.split(' ')[0]}</h1>
        <p>
          {day}. {waiting !== null && sentence(waiting)}
        </p>
      </div>
      <div className="welcome-actions">
        <Link to={leadsWhere({ status: 'new' })} className="button button-action-on-dark">
          <Phone aria-hidden="true" />
          Open leads
        </Link>
        <button type="button" className="button button-quiet-on-dark" onClick={leave}>
          <LogOut aria-hidden="true" />
          Sign out
        </button>
      </div>
    </section>
  );
}

function sentence(waiting: number): string {
  if (waiting === 0) return 'Nobody is waiting for a first call.';
  return waiting === 1
    ? '1 demo request is waiting for a first call.'
    : `${waiting} demo requests are waiting for a first call.`;
}
