import { signOut } from '#accounts/session.ts';
import { leaveSignedOutNotice } from '#accounts/signed-out/kept-notice.ts';
import { pages } from '#paths.ts';

/** Signs out and goes to the public site, which confirms it. */
export async function leave(): Promise<void> {
  await signOut();
  leaveSignedOutNotice();
  location.assign(pages.home);
}
