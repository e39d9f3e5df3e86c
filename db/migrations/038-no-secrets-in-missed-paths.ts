import type { Kysely } from 'kysely';

interface Tables {
  missed_paths: { path: string };
}

/** Removes secret calendar and preview addresses, and existing pages, from the list of unknown addresses. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const rows = await db.selectFrom('missed_paths').select('path').execute();
  const paths = rows.map(({ path }) => path).filter((path) => isSecret(path) || existing.includes(path));
  for (const path of paths) await db.deleteFrom('missed_paths').where('path', '=', path).execute();
}

const existing = [
  '/',
  '/about',
  '/features',
  '/packages',
  '/clients',
  '/news',
  '/info-download',
  '/privacy',
  '/terms',
  '/search',
  '/login',
  '/manifest.webmanifest',
];

function isSecret(path: string): boolean {
  if (/^\/(?:calendar|preview)\//i.test(path)) return true;
  const words = (path.match(/[\w-]{22,}/g) ?? []).flatMap((run) => run.split(/[-_]/));
  return words.some((word) => !/^(?:[A-Z]?[a-z]*|[A-Z]+|\d{1,7})$/.test(word));
}
