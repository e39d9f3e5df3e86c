/**
 * Set where the back office stands in a panel over the public site, see `site/pencils`: for one record, by its address,
 * or for a whole screen.
 */
export const sitePanel =
  globalThis.parent === globalThis.window ? null : /[?&]edit=\d/.test(location.search) ? 'record' : 'screen';

/** `changed`: the page may be out of date then. `closed`: nothing is left to do in the panel. */
export function postToSite(message: 'changed' | 'closed'): void {
  if (sitePanel) parent.postMessage(message, location.origin);
}
