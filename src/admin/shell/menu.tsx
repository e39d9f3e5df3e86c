import { LogOut } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { may } from '#api/rights.ts';
import { useUser } from '#auth/session.ts';
import { VendorMark, vendorName } from '#content/settings/admin-brand.tsx';
import { adminPages } from '#paths.ts';
import type { Screen } from '#ui/admin/screen.ts';
import { screens } from '../screens.ts';
import { signOutToSite } from '../sign-out-to-site.ts';
import { areaOf } from './require-permission.tsx';

const groups = ['Overview', 'Content', 'Features', 'Sales', 'Settings'] as const;

export function Menu({ onChoose }: { onChoose?: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  const user = useUser();
  const allowed = screens.filter((screen) => user && may(user.role, 'read', areaOf(screen)));
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen, another row
  useEffect(() => {
    // The foot does not scroll.
    panel.current?.querySelector('.menu-group [aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <div className="menu-panel" ref={panel}>
      <NavLink to={adminPages.dashboard} className="menu-brand inline-row" onClick={onChoose}>
        <VendorMark />
        <span className="menu-brand-name" lang="bn">
          {vendorName}
        </span>
      </NavLink>
      <div className="menu-groups">
        {groups
          .filter((group) => allowed.some((screen) => screen.group === group))
          .map((group) => (
            <div className="menu-group" key={group}>
              <p className="menu-heading" id={`menu-${group}`}>
                {group}
              </p>
              <Rows screens={allowed.filter((screen) => screen.group === group)} label={group} onChoose={onChoose} />
            </div>
          ))}
      </div>
      <div className="menu-foot">
        <Rows screens={allowed.filter((screen) => screen.group === null)} label="Your account" onChoose={onChoose} />
        <button type="button" className="menu-row row" title="Sign out" onClick={signOutToSite}>
          <LogOut aria-hidden="true" />
          <span className="menu-label-text">Sign out</span>
        </button>
      </div>
    </div>
  );
}

function Rows(props: { screens: Screen[]; label: string; onChoose: (() => void) | undefined }) {
  return (
    <ul aria-label={props.label}>
      {props.screens.map(({ path, name, icon: Icon }) => (
        <li key={path}>
          <NavLink to={path} end className="menu-row row" title={name} onClick={props.onChoose}>
            <Icon aria-hidden="true" />
            <span className="menu-label-text">{name}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
