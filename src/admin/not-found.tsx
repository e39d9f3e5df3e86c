import { Link } from 'react-router';
import { adminPages } from '#paths.ts';

export function NotFound() {
  return (
    <div className="lost">
      <h1 className="screen-title">This page does not exist</h1>
      <p>No screen of the back office has this address. Look it over, or choose a screen from the menu.</p>
      <Link to={adminPages.dashboard} className="button button-primary">
        To the dashboard
      </Link>
    </div>
  );
}
