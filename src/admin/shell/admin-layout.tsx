import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router';
import { may, type Role, roleNames } from '#api/rights.ts';
import { useUser } from '#auth/session.ts';
import { SessionDialogs } from '#auth/session-dialogs.tsx';
import { t } from '#i18n/text.ts';
import type { MailServerOnWire } from '#mail/outbox/schema.ts';
import { adminCalls, adminPages, calls } from '#paths.ts';
import { answerAt, api, postToSite, sitePanel } from '#ui/admin/calls/api.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { lazyDialog } from '#ui/admin/lazy-component.tsx';
import { MayWriteProvider } from '#ui/admin/may-write.tsx';
import { notifyResult } from '#ui/admin/notify.tsx';
import type { Onboarding } from '../onboarding/schema.ts';
import { type OfficeScreen, screenAt } from '../screens.ts';
import { Menu, menuEntries } from './menu.tsx';
import { Topbar } from './topbar.tsx';

const loadPalette = () => import('../palette/palette.tsx');
const Palette = lazyDialog(loadPalette);
const Shortcuts = lazyDialog(() => import('../shortcuts/shortcuts.tsx'));

export function AdminLayout() {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | null>(null);
  const close = () => setOpened(null);
  const main = useRef<HTMLElement>(null);
  const screen = screenAt(pathname);
  useHead(pathname);
  useEffect(() => openOnShortcut(setOpened), []);
  useFocusAfterNavigation(pathname, main);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link for the eye and for screen readers; only how it leads there is ours */}
      <a href="#content" className="skip-link" onClick={skipTo(main)}>
        Skip to the content
      </a>
      <div className="office">
        <nav className="sidebar on-dark" aria-label="Main menu">
          <Menu />
        </nav>
        <div className="office-main">
          <Topbar onSearch={() => setOpened('palette')} />
          <main className="office-content" id="content" tabIndex={-1} ref={main}>
            {/* Who has to choose a password or a second factor first may call nothing else. */}
            {pathname !== adminPages.profile && <MailServerChanged />}
            {pathname !== adminPages.dashboard && <BackToFirstSteps />}
            <ScreenTabs screen={screen} />
            <RequirePermission screen={screen}>
              <Outlet />
            </RequirePermission>
          </main>
        </div>
      </div>
      {opened === 'palette' && (
        <Palette
          onClose={() => setOpened((now) => (now === 'palette' ? null : now))}
          onShortcuts={() => setOpened('shortcuts')}
        />
      )}
      {opened === 'shortcuts' && <Shortcuts onClose={close} />}
      <SessionDialogs />
      <ScrollRestoration getKey={(location) => location.pathname} />
    </>
  );
}

/** A screen alone, in a panel over the public site. */
export function SitePanelLayout() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (search === closing) postToSite('closed');
    // The close button beside the frame sends this key too.
    window.onkeydown = (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      // Not at once: a form with unsaved text asks before it is left.
      void navigate(closing, { replace: true });
    };
    return () => {
      window.onkeydown = null;
    };
  }, [navigate, search]);
  return (
    <div className="site-panel" data-panel={sitePanel}>
      <RequirePermission screen={screenAt(pathname)}>
        <Outlet />
      </RequirePermission>
      <SessionDialogs />
    </div>
  );
}

function RequirePermission({ screen, children }: { screen: OfficeScreen | null; children: ReactNode }) {
  const user = useUser();
  if (!screen || !user) return children;
  if (!may(user.role, sitePanel ? 'write' : 'read', screen.area))
    return <NotAllowed screen={screen} role={user.role} />;
  return <MayWriteProvider value={may(user.role, 'write', screen.area)}>{children}</MayWriteProvider>;
}

function NotAllowed({ screen, role }: { screen: OfficeScreen; role: Role }) {
  return (
    <div className="not-found">
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

const closing = '?closed';

/** A plain hash link would add a history entry that the router does not know. */
function skipTo(main: React.RefObject<HTMLElement | null>) {
  return (event: React.MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
}

function useHead(pathname: string): void {
  useEffect(() => {
    const screen = screenAt(pathname);
    document.title = t`${screen?.name ?? t('Page not found')} | Dashboard`;
    setMeta('description', screen?.description ?? t('No screen has this address.'));
    setMeta('keywords', screen?.keywords ?? 'back office');
  }, [pathname]);
}

function setMeta(name: string, content: string): void {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content);
}

/** Ctrl K or Cmd K opens the palette; ? opens the list of shortcuts, unless a text field has the focus. */
function openOnShortcut(open: (what: 'palette' | 'shortcuts') => void): () => void {
  function onKeyDown(event: KeyboardEvent) {
    // Load the palette before K is pressed, so that the next keys reach its input.
    if (event.key === 'Control' || event.key === 'Meta') void loadPalette();
    const dialog = dialogForShortcut(event);
    if (!dialog) return;
    event.preventDefault();
    // The list of shortcuts may open over a panel.
    const dialogs = dialog === 'shortcuts' ? '[role="dialog"]:not(.panel)' : '[role="dialog"]';
    if (!document.querySelector(`${dialogs}, [role="alertdialog"]`)) open(dialog);
  }
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

function dialogForShortcut({ key, ctrlKey, metaKey, target }: KeyboardEvent): 'palette' | 'shortcuts' | null {
  const withControl = ctrlKey || metaKey;
  if (key.toLowerCase() === 'k' && withControl) return 'palette';
  const typing = target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]');
  return key === '?' && !withControl && !typing ? 'shortcuts' : null;
}

/** Moves the focus to the new screen after a navigation. */
function useFocusAfterNavigation(pathname: string, main: React.RefObject<HTMLElement | null>): void {
  const previousPath = useRef(pathname);
  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}

/** For whom the dashboard showed them, until they are put away. */
function BackToFirstSteps() {
  const { data } = useQuery({ ...answerAt<Onboarding>(calls.firstDay), enabled: false });
  if (!data || data.put_away) return null;
  return (
    <Link to={adminPages.dashboard} className="stitch-link">
      Back to the first steps
    </Link>
  );
}

/** Leads to the other screens of the same menu entry. */
function ScreenTabs({ screen }: { screen: OfficeScreen | null }) {
  const tabs = useRef<HTMLElement>(null);
  const user = useUser();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen, another tab
  useEffect(() => {
    const row = tabs.current;
    const current = row?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!row || !current) return;
    let placed = row.scrollLeft;
    // Once more when its font comes, unless somebody moved the row meanwhile.
    const observer = new ResizeObserver(() => {
      if (row.scrollLeft !== placed) return;
      // Not `scrollIntoView`, which may move the page too.
      row.scrollTo({ left: current.offsetLeft - 48 });
      placed = row.scrollLeft;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [screen]);
  const entry = user && screen && menuEntries(user.role).find(({ screens }) => screens.includes(screen));
  if (!entry || entry.screens.length < 2) return null;
  return (
    <nav className="screen-tabs" aria-label={entry.name} ref={tabs}>
      {entry.screens.map(({ path, name }) => (
        <NavLink to={path} end key={path}>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}

/** Stands above every screen of owners for seven days: a thief's server would keep what they are mailed. */
function MailServerChanged() {
  const queries = useQueryClient();
  const { data } = useQuery({
    ...answerAt<{ data: MailServerOnWire }>(adminCalls.mailServer),
    enabled: useUser()?.role === 'owner',
  });
  const { changed_at: at, changed_by: by, host } = data?.data ?? {};
  if (!at) return null;
  const putBack = () =>
    ask({
      title: 'Put the mail server before back?',
      text: 'Mails go out by the server that was used before this change, as it was entered. If there was none, mails wait in the Outbox.',
      proceed: 'Put back',
      cancel: 'Keep this one',
      tone: 'danger',
      act: async () => {
        await notifyResult(api.post(adminCalls.mailServerPutBack, {}));
        await queries.invalidateQueries();
      },
    });
  return (
    <div className="notice" role="status">
      <TriangleAlert />
      <p>{t`${by ?? ''} changed the mail server to ${host || '–'}, ${formatAge(at)}. If no owner wanted this, put the one before back, and look at Activity.`}</p>
      <button type="button" className="button button-quiet" onClick={putBack}>
        Put back
      </button>
    </div>
  );
}
