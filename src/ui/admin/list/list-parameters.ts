/** What of a screen's address asks the list for something else. */
export const listParameters = ['page', 'per_page', 'search', 'status', 'trash', 'state', 'reference'];

/** Which view of which screen an address shows: the form stays open while only its list changes. */
export function viewOf({ pathname, search }: { pathname: string; search: string }): string {
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== 'edit' && !listParameters.includes(name));
  return `${pathname}?${new URLSearchParams(others)}`;
}
