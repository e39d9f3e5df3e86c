import { readFileSync } from 'node:fs';
import { pages } from '#paths.ts';
import type { SearchAnswer } from '../../src/site/search/schema.ts';

/**
 * What heads, teachers and guardians type, and what they should find among the first three: a part of a title, also
 * behind its label, the beginning of an address, or a calculation. `heads` were used to tune the search; those in
 * `heads-unseen` only judge it. A query that fails is a reason to mend the search, not the query.
 */
export type AskedQueries = 'words' | 'questions' | 'unseen' | 'heads' | 'heads-unseen' | 'nonsense' | 'nonsense-unseen';

type Ask = (query: string) => Promise<SearchAnswer>;

interface Score {
  count: number;
  /** Percent. */
  share: number;
  /** The queries with what they find instead. */
  missed: string[];
}

/** Queries without a wanted page should find nothing. */
export async function scoreOf(name: AskedQueries, ask: Ask): Promise<Score> {
  const folder = new URL('../../src/site/search/queries/', import.meta.url);
  const lines = readFileSync(new URL(`${name}.txt`, folder), 'utf8')
    .trimEnd()
    .split('\n');
  const missed: string[] = [];
  for (const line of lines) {
    const [query = '', wanted] = line.split(' → ');
    const { results } = await ask(query);
    const found = results.slice(0, 3).map(asFound);
    const isRight = wanted ? wanted.split(' | ').some((one) => found.some((each) => isWanted(each, one))) : !results[0];
    if (!isRight) missed.push(`${query} → ${found.map(({ title }) => title).join(' | ')}`);
  }
  return { count: lines.length, share: (100 * (lines.length - missed.length)) / lines.length, missed };
}

function asFound({ label, url, title, part }: SearchAnswer['results'][number]): { url: string; title: string } {
  return { url, title: `${label}: ${[...title, ...(part?.title ?? [])].map(({ text }) => text).join('')}` };
}

function isWanted({ url, title }: { url: string; title: string }, wanted: string): boolean {
  if (wanted === pages.packages) return /^\/packages(?!#faq)/.test(url);
  if (wanted.startsWith('/')) return url === wanted;
  const [label = '', named = ''] = wanted.split(/(?<=^\S+:) /);
  return url.startsWith(wanted) || title.includes(wanted) || (title.startsWith(label) && title.includes(named));
}
