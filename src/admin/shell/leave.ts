import { leaveFarewell } from '#accounts/farewell/kept-farewell.ts';
import { signOut } from '#accounts/session.ts';
import { pages } from '#paths.ts';

/** Signs out and goes to the site, which says so. */
export async function leave(): Promise<void> {
  await signOut();
  leaveFarewell();
  location.assign(pages.home);
}
