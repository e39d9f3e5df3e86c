import { ChevronRight, ExternalLink, Menu as MenuIcon, Moon, Search, Sun } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useLocation } from 'react-router';
import { may } from '#api/rights.ts';
import { useUser } from '#auth/session.ts';
import { Bell } from '#leads/notifications/bell/bell.tsx';
import { pages } from '#paths.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import type { Screen } from '#ui/admin/screen.ts';
import { useLazyComponent } from '#ui/admin/use-lazy-component.ts';
import { screenAt } from '../screens.ts';
import { AccountMenu } from './account-menu.tsx';
import { setDark, useDark } from './theme.ts';

export function Topbar({ onSearch }: { onSearch: () => void }) {
  const user = useUser();
  const { pathname, search } = useLocation();
  const [menu, setMenu] = useState(false);
  const Drawer = useLazyComponent(loadDrawer, menu, () => {
    setMenu(false);
    notifyFailed('The menu could not be loaded. Try again.');
  });
  const screen = screenAt(pathname);
  const breadcrumb = breadcrumbTo(screen, new URLSearchParams(search).has('details'));
  const here = breadcrumb.at(-1);
  return (
    <header className="topbar">
      <button
        type="button"
        className="icon-button only-phone"
        aria-label="Open the menu"
        aria-haspopup="dialog"
        aria-expanded={menu}
        onClick={() => setMenu(true)}
      >
        <MenuIcon aria-hidden="true" />
      </button>
      {menu && Drawer && <Drawer onClose={() => setMenu(false)} />}
      <div className="trail">
        {breadcrumb.slice(0, -1).map((name) => (
          <Fragment key={name}>
            <span>{name}</span>
            <ChevronRight aria-hidden="true" />
          </Fragment>
        ))}
        <b>{here}</b>
      </div>
      <button type="button" className="search-opener" aria-keyshortcuts="Control+K" onClick={onSearch}>
        <Search aria-hidden="true" />
        <span>Search or jump to</span>
        <kbd>Ctrl K</kbd>
      </button>
      <a href={screen?.onSite ?? pages.home} target="_blank" rel="noopener" className="button button-quiet view-site">
        <ExternalLink aria-hidden="true" />
        View site
      </a>
      {user && may(user.role, 'read', 'leads') && <Bell />}
      <ThemeButton />
      <AccountMenu />
    </header>
  );
}

/** From the menu group to the details; a screen with the same name as its group appears once. */
function breadcrumbTo(screen: Screen | null, inDetails: boolean): string[] {
  if (!screen) return ['Page not found'];
  const group = screen.group && screen.group !== 'Overview' ? screen.group : null;
  return [...new Set([group, screen.name, inDetails && 'Details'])].filter((name) => typeof name === 'string');
}

const loadDrawer = () => import('./drawer.tsx');

function ThemeButton() {
  const dark = useDark();
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Dark colours"
      aria-pressed={dark}
      onClick={() => setDark(!dark)}
    >
      {dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </button>
  );
}
