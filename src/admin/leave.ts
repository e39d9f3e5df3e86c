import { signOut } from '#accounts/session.ts';
import { storeSignedOutNotice } from '#accounts/signed-out/kept-notice.ts';
import { pages } from '#paths.ts';

/** Signs out and goes to the public site, which confirms it. */
export async function signOutToSite(): Promise<void> {
  await signOut();
  storeSignedOutNotice();
  location.assign(pages.home);
}
