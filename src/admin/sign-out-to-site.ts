import { signOut } from '#auth/session.ts';
import { storeSignedOutNotice } from '#auth/signed-out/stored-notice.ts';
import { pages } from '#paths.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { hasDeviceDrafts } from '#ui/form/drafts/draft-store.ts';

/** Signs out and goes to the public site, which confirms it. Asks first where unsaved text would be lost. */
export async function signOutToSite(): Promise<void> {
  const isSure =
    !(await hasDeviceDrafts()) ||
    (await ask({
      title: 'Sign out without saving?',
      text: 'Unsaved text on this device is discarded, so that nobody else can read it here.',
      proceed: 'Discard and sign out',
      cancel: 'Stay signed in',
      tone: 'unsaved',
    }));
  if (!isSure) return;
  await signOut();
  storeSignedOutNotice();
  location.assign(pages.home);
}
