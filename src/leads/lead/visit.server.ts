import { cleanLine } from '#api/text.ts';
import { pages } from '#paths.ts';

/** Holds only known pages and short words, nothing that identifies a visitor. */
export interface Visit {
  /** The page's pattern, such as `/news/details/{id}`. */
  route: string;
  /** From the UTM tags; empty if there are none. */
  source: string;
  medium: string;
  campaign: string;
  /** Host without `www.`; empty if there is none. */
  referrer: string;
}

/** Stands for values that are unknown, too long, or might name a person. */
const other = 'other';

const unknownVisit: Visit = { route: other, source: '', medium: '', campaign: '', referrer: '' };

/** Untrusted values from the browser. */
export type ReportedVisit = Partial<
  Record<'page' | 'referrer' | 'utm_source' | 'utm_medium' | 'utm_campaign', string | null | undefined>
>;

/**
 * Reduces reported values to known pages and short words; six digits in a row might identify somebody. Referrers on our
 * own hosts are ignored.
 */
export function foldVisit(reported: ReportedVisit, ownHosts: readonly string[] = []): Visit {
  const referrer = hostOf(reported.referrer);
  return {
    route: routeOf(reported.page ?? ''),
    source: wordOf(reported.utm_source),
    medium: wordOf(reported.utm_medium),
    campaign: wordOf(reported.utm_campaign),
    referrer: ownHosts.map(hostOf).includes(referrer) ? '' : referrer,
  };
}

export function foldSource(visit: Visit): Visit {
  return { ...unknownVisit, route: visit.route, source: other };
}

const wholePages: string[] = [
  pages.home,
  pages.about,
  pages.features,
  pages.packages,
  pages.clients,
  pages.news,
  pages.downloads,
  pages.search,
];

const recordPages = [pages.aboutDetails, pages.clientStory, pages.featureDetails, pages.newsDetails].map((page) =>
  page(0).replace('0', '{id}'),
);

function routeOf(path: string): string {
  const address = path.split(/[?#]/, 1)[0] ?? '';
  if (wholePages.includes(address)) return address;
  const pattern = address.replace(/\/[1-9]\d{0,9}$/, '/{id}');
  return recordPages.includes(pattern) ? pattern : other;
}

function wordOf(reported: string | null | undefined): string {
  const word = cleanLine(reported ?? '').toLowerCase();
  if (word === '') return '';
  const plain = /^[\p{L}\p{M}\p{N} ._+-]{1,64}$/u.test(word);
  return plain && !/\p{N}{6}/u.test(word) ? word : other;
}

function hostOf(reported: string | null | undefined): string {
  const address = (reported ?? '').trim().toLowerCase();
  if (address === '') return '';
  const host = (URL.canParse(address) ? new URL(address).hostname : address).replace(/^www\./, '');
  const plain = host.length <= 100 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host);
  return plain && !/\d{6}/.test(host) ? host : other;
}
