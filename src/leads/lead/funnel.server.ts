import { cleanLine } from '#api/text.ts';
import { pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    funnel_counts: VisitCount;
    funnel_requests: FunnelRequestsTable;
  }
}

export const funnelEvents = ['view', 'opened', 'sent', 'contacted', 'won'] as const;
type FunnelEvent = (typeof funnelEvents)[number];

/** The source of a request and the days on which its steps were counted, each once. Deleted with the request. */
interface FunnelRequestsTable extends Visit {
  request_id: number;
  sent_on: string | null;
  contacted_on: string | null;
  won_on: string | null;
}

export interface VisitCount extends Visit {
  /** In Dhaka, YYYY-MM-DD. */
  day: string;
  event: FunnelEvent;
  count: number;
}

/** Per day; further sources count as 'other', so that invented ones can't fill the table. */
const maxSourcesPerDay = 200;

export async function addCounts(database: Database, counts: readonly VisitCount[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const folded: VisitCount[] = [];
    for (const [day, ofDay] of Map.groupBy(counts, (each) => each.day))
      folded.push(...limitSources(ofDay, await sourcesOf(transaction, day)));
    // Sorted, so that two instances can't deadlock.
    for (const each of folded.sort((a, b) => (countKey(a) < countKey(b) ? -1 : 1))) await increment(transaction, each);
  });
}

/** Limits the number of sources per day. Adds new ones to the given set. */
function limitSources(counts: readonly VisitCount[], existing: Set<string>): VisitCount[] {
  return counts.map((each) => {
    const source = sourceKey(each);
    if (!existing.has(source) && existing.size >= maxSourcesPerDay) return { ...each, ...foldSource(each) };
    existing.add(source);
    return each;
  });
}

/** A negative count corrects an earlier one. */
async function increment(transaction: Database, { count, ...key }: VisitCount): Promise<void> {
  await transaction
    .insertInto('funnel_counts')
    .values({ ...key, count })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'event', 'route', 'source', 'medium', 'campaign', 'referrer'])
        .doUpdateSet((eb) => ({ count: eb('funnel_counts.count', '+', count) })),
    )
    .execute();
}

async function sourcesOf(transaction: Database, day: string): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('funnel_counts')
    .select(['source', 'medium', 'campaign', 'referrer'])
    .distinct()
    .where('day', '=', day)
    .execute();
  return new Set(rows.map(sourceKey));
}

function sourceKey({ source, medium, campaign, referrer }: Omit<Visit, 'route'>): string {
  return JSON.stringify([source, medium, campaign, referrer]);
}

export function countKey(counted: Omit<VisitCount, 'count'>): string {
  return JSON.stringify([counted.day, counted.event, counted.route]) + sourceKey(counted);
}

/** Idempotent; runs in the transaction that stores the request or marks it as not spam. */
export async function countSent(transaction: Database, requestId: number, visit: Visit, now: Date): Promise<void> {
  const day = dayInDhaka(now);
  const first = await transaction
    .insertInto('funnel_requests')
    .values({ request_id: requestId, ...visit, sent_on: day, contacted_on: null, won_on: null })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .returning('request_id')
    .executeTakeFirst();
  if (first) await increment(transaction, { day, event: 'sent', ...visit, count: 1 });
}

/**
 * Runs in the transaction that moves the request. Each step counts once; undoing it subtracts it on the day on which it
 * was counted.
 */
export async function countStage(transaction: Database, id: number, now = new Date()): Promise<void> {
  const row = await transaction
    .selectFrom('funnel_requests')
    .innerJoin('demo_requests', 'demo_requests.id', 'funnel_requests.request_id')
    .selectAll('funnel_requests')
    .select('demo_requests.stage')
    .where('request_id', '=', id)
    .executeTakeFirst();
  // A lead that was added or imported has no visit.
  if (!row) return;
  const { request_id: _, stage, sent_on: __, contacted_on: contacted, won_on: won, ...visit } = row;
  const isContacted = stage === 'lost' ? contacted !== null : stage !== 'new';
  const contacted_on = await updateStep(transaction, visit, 'contacted', contacted, isContacted, now);
  const won_on = await updateStep(transaction, visit, 'won', won, stage === 'won', now);
  await transaction.updateTable('funnel_requests').set({ contacted_on, won_on }).where('request_id', '=', id).execute();
}

/** Returns the day on which the step now counts, or null. */
async function updateStep(
  transaction: Database,
  visit: Visit,
  event: FunnelEvent,
  countedOn: string | null,
  reached: boolean,
  now: Date,
): Promise<string | null> {
  if (reached === (countedOn !== null)) return countedOn;
  const day = countedOn ?? dayInDhaka(now);
  await increment(transaction, { day, event, ...visit, count: reached ? 1 : -1 });
  return reached ? day : null;
}

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

/** The parameters by which advertisers know a click, or a form that was filled in at theirs, again. */
const clicks = ['leadgen_id', 'fbclid', 'gclid', 'gbraid', 'wbraid', 'msclkid', 'ttclid'];

/** By these parameters, by what their apps say, and by the hosts through which they lead outside. */
const senders: Record<string, RegExp> = {
  facebook: /^(?:fbclid|com\.facebook\.(?:katana|lite)|(?:lm?|m|web)\.facebook\.com)$/,
  messenger: /^(?:com\.facebook\.(?:orca|mlite)|l\.messenger\.com)$/,
  instagram: /^(?:com\.instagram\.\w+|l\.instagram\.com)$/,
  whatsapp: /^(?:com\.whatsapp(?:\.w4b)?|(?:l\.)?wl\.co)$/,
  google: /^(?:gclid|gbraid|wbraid|com\.google\.android\.googlequicksearchbox)$/,
  gmail: /^com\.google\.android\.gm$/,
  youtube: /^com\.google\.android\.youtube$/,
  bing: /^msclkid$/,
  linkedin: /^(?:com\.linkedin\.android|lnkd\.in)$/,
  telegram: /^org\.telegram\.\w+$/,
  tiktok: /^(?:ttclid|com\.(?:zhiliaoapp\.musically|ss\.android\.ugc\.trill))$/,
  x: /^(?:com\.twitter\.android|t\.co)$/,
};

/** How a visit began, by parameters of its first address: its tags, its click, else the app that led here. */
export function readSource(read: (name: string) => string | null, referrer: string | null) {
  const kind = clicks.find((name) => /^[\w.~-]{6,500}$/.test(read(name) ?? ''));
  const source = Object.keys(senders).find((name) => senders[name]?.test(kind ?? referrer ?? ''));
  return {
    utm_source: read('utm_source') || source || null,
    utm_medium: read('utm_medium'),
    utm_campaign: read('utm_campaign'),
    click_id: kind ? JSON.stringify({ kind, value: read(kind) }) : null,
  };
}

/** The host of the page or the name of the app; the whole address may identify the visitor. */
export function readReferrer(address: string | null): string | null {
  const url = address && URL.canParse(address) ? new URL(address) : null;
  return url && /^(?:https?|android-app):$/.test(url.protocol) ? url.hostname.slice(0, 190) : null;
}

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
