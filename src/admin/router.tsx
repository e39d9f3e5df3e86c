import { RefreshCw } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import {
  createBrowserRouter,
  Link,
  type LoaderFunctionArgs,
  Outlet,
  redirect,
  useNavigation,
  useRouteError,
} from 'react-router';
import { followLanguage } from '#auth/language.ts';
import { safeReturnPath } from '#auth/return-path.ts';
import { isSecondFactorMissing, loadUser } from '#auth/session.ts';
import { adminPages, pages, tidySpellings } from '#paths.ts';
import { sitePanel } from '#ui/admin/calls/api.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { screens } from './screens.ts';
import { AdminLayout, SitePanelLayout } from './shell/admin-layout.tsx';

const notSignedIn: [string, string] = [
  'You are not logged in! Please log in to access this page.',
  'লগইন করে আবার আসুন।',
];

const sessionUnknown: [string, string] = ['An error occurred. Please try again later.', 'একটু পরে আবার চেষ্টা করুন।'];

const modules = import.meta.glob<{ default: ComponentType }>('/src/**/admin.tsx');

/** All pages of the back office, matched exactly; any other path under /admin gets the not-found page. */
export const router = createBrowserRouter([
  {
    element: <PageLoader />,
    errorElement: <BrokenScreen />,
    hydrateFallbackElement: <PageSpinner />,
    children: [
      { path: pages.login, loader: redirectSignedIn, lazy: component(() => import('#auth/login-page.tsx')) },
      {
        path: pages.forgotPassword,
        lazy: async () => ({ Component: (await import('#auth/password-page.tsx')).ForgotPage }),
      },
      {
        path: pages.resetPassword,
        lazy: async () => ({ Component: (await import('#auth/password-page.tsx')).ResetPage }),
      },
      {
        path: pages.acceptInvitation,
        lazy: async () => ({ Component: (await import('#auth/password-page.tsx')).AcceptPage }),
      },
      {
        element: sitePanel ? <SitePanelLayout /> : <AdminLayout />,
        loader: guard,
        // Run the guard for every navigation, also if only the query changes.
        shouldRevalidate: () => true,
        children: [
          { path: pages.admin, loader: () => redirect(adminPages.dashboard) },
          ...Object.entries(tidySpellings).map(([path, to]) => ({
            path,
            caseSensitive: true,
            loader: () => redirect(to),
          })),
          ...screens.map(({ path, module }) => ({
            path,
            caseSensitive: true,
            lazy: component(modules[`/src/${module}`]),
            errorElement: <BrokenScreen />,
          })),
          { path: `${pages.admin}/*`, element: <NotFound /> },
        ],
      },
    ],
  },
]);

function component(load: (() => Promise<{ default: ComponentType }>) | undefined) {
  return async () => ({ Component: load ? (await load()).default : null });
}

function NotFound() {
  return (
    <div className="not-found">
      <h1 className="screen-title">This page does not exist</h1>
      <p>No screen of the back office has this address. Look it over, or choose a screen from the menu.</p>
      <Link to={adminPages.dashboard} className="button button-primary">
        To the dashboard
      </Link>
    </div>
  );
}

/** Shown when a screen fails to load or render, most often after a new version was deployed. */
function BrokenScreen() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <main className="not-found">
      <h1 className="screen-title">This screen could not be shown</h1>
      <p>The connection may be lost, or the back office was renewed. What you typed is kept on this device.</p>
      <button type="button" className="button button-primary" onClick={() => location.reload()}>
        <RefreshCw />
        Load again
      </button>
    </main>
  );
}

/** Redirects to the sign-in unless a user is signed in; afterwards they return to the requested page. */
async function guard({ request }: LoaderFunctionArgs): Promise<null> {
  const user = await loadUser().catch(() => undefined);
  const { pathname, search } = new URL(request.url);
  if (user) {
    await followLanguage(user.language, request.url);
    // The profile shows the reason.
    if (pathname !== adminPages.profile && (user.must_change_password || (await isMissing())))
      throw redirect(adminPages.profile);
    return null;
  }
  notifyFailed(...(user === null ? notSignedIn : sessionUnknown));
  throw redirect(`${pages.login}?${new URLSearchParams({ to: pathname + search })}`);
}

/** Redirects a signed-in user from the sign-in page to the requested page. */
async function redirectSignedIn({ request }: LoaderFunctionArgs): Promise<null> {
  // If the session can't be checked, the form is shown.
  const user = await loadUser().catch(() => null);
  if (user) throw redirect(safeReturnPath(new URL(request.url).searchParams.get('to')));
  return null;
}

/** If it can't be checked, the screen's own calls report the error. */
function isMissing(): Promise<boolean> {
  return isSecondFactorMissing().catch(() => false);
}

/** How long the loader stays after a navigation, in milliseconds. */
const linger = 500;

/** A progress line at the top edge during a navigation; it never covers content. */
function PageLoader() {
  const { state } = useNavigation();
  const busy = state !== 'idle';
  const [shown, setShown] = useState(true);
  useEffect(() => {
    if (busy) setShown(true);
    const timer = busy ? 0 : window.setTimeout(() => setShown(false), linger);
    return () => clearTimeout(timer);
  }, [busy]);
  return (
    <>
      {shown && <div className="page-loader" aria-hidden="true" />}
      <Outlet />
    </>
  );
}

function PageSpinner() {
  return (
    <div className="page-spinner" role="status">
      <Spinner large />
      <span className="sr-only">Loading</span>
    </div>
  );
}
