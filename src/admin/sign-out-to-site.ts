import { signOut } from '#auth/session.ts';
import { storeSignedOutNotice } from '#auth/signed-out/stored-notice.ts';
import { pages } from '#paths.ts';

/** Signs out and goes to the public site, which confirms it. */
export async function signOutToSite(): Promise<void> {
  await signOut();
  storeSignedOutNotice();
  location.assign(pages.home);
}
