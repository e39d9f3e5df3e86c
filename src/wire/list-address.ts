/** What of a screen's address asks its list for something else. */
export const listParameters = ['page', 'per_page', 'search', 'status', 'trash', 'state', 'reference'];

/** The call for the list at `path`, as the address of its screen asks for it. */
export function listAddress(path: string, screen: URLSearchParams): string {
  const asked = new URLSearchParams([...screen].filter(([name]) => listParameters.includes(name)));
  return asked.size > 0 ? `${path}?${asked}` : path;
}
