import { signOut } from '#accounts/session.ts';
import { pages } from '#paths.ts';
import { notifyDone } from '#ui/admin/notify.tsx';

/** Long enough to be seen before the public site takes the place of this one, in milliseconds. */
const moment = 900;

/** Signs out and goes to the site. */
export async function leave(): Promise<void> {
  await signOut();
  notifyDone('Signed out successfully');
  setTimeout(() => location.assign(pages.home), moment);
}
