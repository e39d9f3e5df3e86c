import { calls } from '#paths.ts';
import { type NewsTeaser, newsTeaserFromWire } from './schema.ts';

type WireTeaser = Parameters<typeof newsTeaserFromWire>[0];

/** The page of news with this number, from our own server, whose answer is checked there. */
export async function fetchNews(page: number): Promise<{ items: NewsTeaser[]; nextPage: number | null }> {
  const response = await fetch(`${calls.news}?page=${page}`, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`News answered ${response.status}`);
  const answer: { data: WireTeaser[]; next_page_url: string | null } = await response.json();
  return { items: answer.data.map(newsTeaserFromWire), nextPage: answer.next_page_url ? page + 1 : null };
}
