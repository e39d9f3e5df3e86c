const activityParameters = ['actor', 'action', 'record', 'from', 'to', 'until'];
export const listParameters = [
  'page',
  'per_page',
  'search',
  'status',
  'sort',
  'trash',
  'state',
  'reference',
  ...activityParameters,
];

export function listAddress(path: string, screen: URLSearchParams): string {
  const query = new URLSearchParams([...screen].filter(([name]) => listParameters.includes(name)));
  return query.size > 0 ? `${path}?${query}` : path;
}
