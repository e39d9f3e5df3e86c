import type { ComponentType } from 'react';
import { createBrowserRouter, redirect } from 'react-router';
import { adminPages, pages, tidySpellings } from '#paths.ts';
import { BrokenScreen } from './broken-screen.tsx';
import { guard, redirectSignedIn } from './guard.ts';
import { NotFound } from './not-found.tsx';
import { screens } from './screens.ts';
import { AdminLayout } from './shell/admin-layout.tsx';
import { PageLoader, PageSpinner } from './shell/page-loader.tsx';

const modules = import.meta.glob<{ default: ComponentType }>('/src/**/admin.tsx');

/** All pages of the back office, matched exactly; any other path under /admin gets the not-found page. */
export const router = createBrowserRouter([
  {
    element: <PageLoader />,
    errorElement: <BrokenScreen />,
    hydrateFallbackElement: <PageSpinner />,
    children: [
      { path: pages.login, loader: redirectSignedIn, lazy: component(() => import('#auth/login-page.tsx')) },
      { path: pages.forgotPassword, lazy: component(() => import('#auth/password-reset/forgot-page.tsx')) },
      { path: pages.resetPassword, lazy: component(() => import('#auth/password-reset/reset-page.tsx')) },
      { path: pages.acceptInvitation, lazy: component(() => import('#auth/invitation/accept-page.tsx')) },
      {
        element: <AdminLayout />,
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
