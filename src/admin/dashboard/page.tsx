import { LogOut } from 'lucide-react';
import { useUser } from '#accounts/session.ts';
import { AlponaSquare } from '#ui/admin/drawings/alpona-square.tsx';
import { leave } from '../shell/leave.ts';
import { ContentCounts } from './content-counts.tsx';

const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });

export default function Dashboard() {
  const user = useUser();
  return (
    <div className="stack">
      <section className="welcome on-dark">
        <AlponaSquare />
        <div>
          <h1>Welcome back, {user?.name.split(' ')[0]}</h1>
          <p>{today.format(new Date())}</p>
        </div>
        <button type="button" className="button button-light" onClick={leave}>
          <LogOut aria-hidden="true" />
          Sign out
        </button>
      </section>
      <ContentCounts />
    </div>
  );
}
