import { pages } from '#paths.ts';
import { cleanLine } from '#wire/text.ts';

/** Where something of the funnel happened, and where the visitor came from. Words of few kinds, about nobody. */
export interface Visit {
  /** The page's pattern, such as `/news/details/{id}`. */
  route: string;
  /** As the link that led here was tagged; empty where it was not. */
  source: string;
  medium: string;
  campaign: string;
  /** The other site's host, without `www.`; empty where there was none. */
  referrer: string;
}

/** What is none of the known, or too long, or might name a person. */
const other = 'other';

const unknownVisit: Visit = { route: other, source: '', medium: '', campaign: '', referrer: '' };

/** Said of a visit by a browser: addresses and words that anyone can make up. */
export interface ReportedVisit {
  /** Path of the page. */
  page?: string | null | undefined;
  /** The site that led here, or a whole address of it. */
  referrer?: string | null | undefined;
  utm_source?: string | null | undefined;
  utm_medium?: string | null | undefined;
  utm_campaign?: string | null | undefined;
}

/**
 * Folds what a browser reports to what is kept: known pages, short plain words, no numbers that could stand for somebody.
 * A link on one of the own hosts led nobody here.
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

/** The same without where the visitor came from, for a day that has too many sources already. */
export function foldSource(visit: Visit): Visit {
  return { ...unknownVisit, route: visit.route, source: other };
}

/** Counted by their whole address; the sign-in is no part of the funnel. */
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

/** Of a host, or of a whole address. */
function hostOf(reported: string | null | undefined): string {
  const address = (reported ?? '').trim().toLowerCase();
  if (address === '') return '';
  const host = (URL.canParse(address) ? new URL(address).hostname : address).replace(/^www\./, '');
  const plain = host.length <= 100 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host);
  return plain && !/\d{6}/.test(host) ? host : other;
}
