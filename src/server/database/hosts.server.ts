/**
 * One address for each host that a DATABASE_URL names, as PostgreSQL's own programs read it: a database that another
 * machine stands by for is `postgres://user:password@one:5432,two:5432/name`.
 */
export function hostsOf(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/@]*@)?)([^/?]*)(.*)$/.exec(databaseUrl) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}
