import { type LoaderFunctionArgs, redirect } from 'react-router';
import { safeReturnPath } from '#auth/return-path.ts';
import { isSecondFactorMissing } from '#auth/second-factor/missing.ts';
import { loadUser } from '#auth/session.ts';
import { adminPages, pages } from '#paths.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';

const notSignedIn: [string, string] = [
  'You are not logged in! Please log in to access this page.',
  'লগইন করে আবার আসুন।',
];
const unknown: [string, string] = ['An error occurred. Please try again later.', 'একটু পরে আবার চেষ্টা করুন।'];

/** Redirects to the sign-in unless a user is signed in; afterwards they return to the requested page. */
export async function guard({ request }: LoaderFunctionArgs): Promise<null> {
  const user = await loadUser().catch(() => undefined);
  const { pathname, search } = new URL(request.url);
  if (user) {
    // The profile shows the reason.
    if (pathname !== adminPages.profile && (user.must_change_password || (await isMissing())))
      throw redirect(adminPages.profile);
    return null;
  }
  notifyFailed(...(user === null ? notSignedIn : unknown));
  throw redirect(`${pages.login}?${new URLSearchParams({ to: pathname + search })}`);
}

/** Redirects a signed-in user from the sign-in page to the requested page. */
export async function redirectSignedIn({ request }: LoaderFunctionArgs): Promise<null> {
  // If the session can't be checked, the form is shown.
  const user = await loadUser().catch(() => null);
  if (user) throw redirect(safeReturnPath(new URL(request.url).searchParams.get('to')));
  return null;
}

/** If it can't be checked, the screen's own calls report the error. */
function isMissing(): Promise<boolean> {
  return isSecondFactorMissing().catch(() => false);
}
