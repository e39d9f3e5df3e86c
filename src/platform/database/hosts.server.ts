/** One URL for each host of a multi-host DATABASE_URL, such as `postgres://user:password@one:5432,two:5432/name`. */
export function hostsOf(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/@]*@)?)([^/?]*)(.*)$/.exec(databaseUrl) ?? [];
  return hosts.split(',').map((host) => before + host + after);
}
