const activityParameters = ['actor', 'action', 'record', 'from', 'to', 'until'];
export const listParameters = [
  ...['page', 'per_page', 'search', 'status', 'sort', 'trash', 'state', 'reference'],
  ...activityParameters,
];

export function listAddress(path: string, screen: URLSearchParams): string {
  const asked = new URLSearchParams([...screen].filter(([name]) => listParameters.includes(name)));
  return asked.size > 0 ? `${path}?${asked}` : path;
}
