import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { may, type Role, roleNames } from '#api/rights.ts';
import { useUser } from '#auth/session.ts';
import { adminPages } from '#paths.ts';
import { MayWriteProvider } from '#ui/admin/may-write.tsx';
import type { Screen } from '#ui/admin/screen.ts';
import { sitePanel } from '#ui/admin/site-panel.ts';

export function RequirePermission({ screen, children }: { screen: Screen | null; children: ReactNode }) {
  const user = useUser();
  if (!screen || !user) return children;
  if (!may(user.role, sitePanel ? 'write' : 'read', areaOf(screen)))
    return <NotAllowed screen={screen} role={user.role} />;
  return <MayWriteProvider value={may(user.role, 'write', areaOf(screen))}>{children}</MayWriteProvider>;
}

export function areaOf({ area = 'content' }: Screen) {
  return area;
}

function NotAllowed({ screen, role }: { screen: Screen; role: Role }) {
  return (
    <div className="lost">
      <h1 className="screen-title">{screen.name}</h1>
      <p>
        Your role, {roleNames[role]}, {sitePanel ? 'can’t change this' : 'does not show this screen'}. Ask an owner if
        you need it.
      </p>
      <Link to={adminPages.dashboard} className="button button-primary">
        To the dashboard
      </Link>
    </div>
  );
}
