import { type LoaderFunctionArgs, redirect } from 'react-router';
import { isSecondFactorMissing } from '#accounts/second-factor/missing.ts';
import { knowUser } from '#accounts/session.ts';
import { adminPages, pages } from '#paths.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';

const notSignedIn: [string, string] = [
  'You are not logged in! Please log in to access this page.',
  'লগইন করে আবার আসুন।',
];
const unknown: [string, string] = ['An error occurred. Please try again later.', 'একটু পরে আবার চেষ্টা করুন।'];

/** Lets only signed-in staff pass; the others come back to where they were going after they signed in. */
export async function guard({ request }: LoaderFunctionArgs): Promise<null> {
  const failure = await knowUser().then(
    (user) => (user ? null : notSignedIn),
    () => unknown,
  );
  const { pathname, search } = new URL(request.url);
  if (failure === null) {
    // The profile says why.
    if (pathname !== adminPages.profile && (await isMissing())) throw redirect(adminPages.profile);
    return null;
  }
  notifyFailed(...failure);
  throw redirect(`${pages.login}?${new URLSearchParams({ to: pathname + search })}`);
}

/** Where it can't be told, the calls of the screen say it. */
function isMissing(): Promise<boolean> {
  return isSecondFactorMissing().catch(() => false);
}
