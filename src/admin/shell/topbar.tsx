import {
  ChevronRight,
  CircleQuestionMark,
  CircleUserRound,
  ExternalLink,
  Languages,
  LogOut,
  Menu as MenuIcon,
  Moon,
  Search,
  Sun,
} from 'lucide-react';
import { Fragment, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { may } from '#api/rights.ts';
import { otherLanguage, otherLanguageName } from '#auth/language.ts';
import { chooseLanguage, signOutToSite, useUser } from '#auth/session.ts';
import { t } from '#i18n/text.ts';
import { Bell } from '#leads/notifications/bell.tsx';
import { adminPages, pages } from '#paths.ts';
import { useLazyComponent } from '#ui/admin/lazy-component.tsx';
import { MenuButton } from '#ui/admin/menu/menu-button.tsx';
import { MenuItem, MenuLabel } from '#ui/admin/menu/menu-items.tsx';
import { notifyFailure, notifyNotLoaded } from '#ui/admin/notify.tsx';
import type { Screen } from '#ui/admin/screen.ts';
import { screenAt } from '../screens.ts';
import { entryName } from './menu.tsx';
import { setDark, useDark } from './theme.ts';

const graphemes = new Intl.Segmenter('bn');

export function Topbar({ onSearch }: { onSearch: () => void }) {
  const user = useUser();
  const { pathname, search } = useLocation();
  const [menu, setMenu] = useState(false);
  const Drawer = useLazyComponent(loadDrawer, menu, () => {
    setMenu(false);
    notifyNotLoaded();
  });
  const screen = screenAt(pathname);
  const breadcrumb = breadcrumbTo(screen, new URLSearchParams(search).has('details'));
  const here = breadcrumb.at(-1);
  return (
    <header className="topbar row">
      <button
        type="button"
        className="icon-button only-phone"
        aria-label="Open the menu"
        aria-haspopup="dialog"
        aria-expanded={menu}
        onClick={() => setMenu(true)}
      >
        <MenuIcon />
      </button>
      {menu && Drawer && <Drawer onClose={() => setMenu(false)} />}
      <div className="trail">
        {breadcrumb.slice(0, -1).map((name) => (
          <Fragment key={name}>
            <span>{name}</span>
            <ChevronRight />
          </Fragment>
        ))}
        <b>{here}</b>
      </div>
      {screen && <ScreenHelp key={screen.path} text={screen.help} />}
      <button type="button" className="search-opener row" aria-keyshortcuts="Control+K" onClick={onSearch}>
        <Search />
        <span className="sr-only-on-phone">Search or jump to</span>
        <kbd>Ctrl K</kbd>
      </button>
      <a href={screen?.onSite ?? pages.home} target="_blank" rel="noopener" className="button button-quiet view-site">
        <ExternalLink />
        View site
      </a>
      {user && may(user.role, 'read', 'leads') && <Bell />}
      <ThemeButton />
      <AccountMenu />
    </header>
  );
}

/** From the menu group to the details; a screen with the name of its group or entry appears once. */
function breadcrumbTo(screen: Screen | null, inDetails: boolean): string[] {
  if (!screen) return [t('Page not found')];
  const group = screen.group && screen.group !== t('Overview') ? screen.group : null;
  return [...new Set([group, entryName(screen), screen.name, inDetails && t('Details')])].filter(
    (name) => typeof name === 'string',
  );
}

/** Chrome 109 and Safari 16 have no popovers: there the button shows and hides the text. */
const hasPopovers = 'popover' in HTMLElement.prototype;

function ScreenHelp({ text }: { text: string }) {
  const [isShown, setShown] = useState(hasPopovers);
  return (
    <>
      <button
        type="button"
        className="icon-button screen-help"
        aria-label="What is this? What do I do here?"
        popoverTarget="screen-help"
        onClick={() => setShown(hasPopovers || !isShown)}
      >
        <CircleQuestionMark />
      </button>
      <p className="card screen-help-text" id="screen-help" popover="auto" hidden={!isShown}>
        {text}
      </p>
    </>
  );
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
      {dark ? <Sun /> : <Moon />}
    </button>
  );
}

function AccountMenu() {
  const user = useUser();
  const navigate = useNavigate();
  if (!user) return null;
  return (
    <MenuButton
      className="icon-button"
      aria-label={`Account of ${user.name}`}
      menu={
        <>
          <MenuLabel>
            <b>{user.name}</b>
            <div className="note">{user.email}</div>
          </MenuLabel>
          <MenuItem onSelect={() => navigate(adminPages.profile)}>
            <CircleUserRound />
            Profile
          </MenuItem>
          <MenuItem onSelect={() => window.open(pages.home, '_blank', 'noopener')}>
            <ExternalLink />
            View site
          </MenuItem>
          <MenuItem onSelect={() => void notifyFailure(chooseLanguage(otherLanguage()))}>
            <Languages />
            <span lang={otherLanguage()}>{otherLanguageName()}</span>
          </MenuItem>
          <MenuItem onSelect={signOutToSite}>
            <LogOut />
            Sign out
          </MenuItem>
        </>
      }
    >
      {user.image ? (
        <img className="avatar center" src={user.image} alt="" width={40} height={40} />
      ) : (
        <span className="avatar center" aria-hidden="true">
          {initialOf(user.name)}
        </span>
      )}
    </MenuButton>
  );
}

function initialOf(name: string): string {
  return [...graphemes.segment(name)][0]?.segment.toUpperCase() ?? '?';
}
