import { xmlText } from '#api/text.ts';
import { brand } from '#brand.ts';
import type { Drawing } from '#cms/pictures/picture-store.server.ts';
import { abouts } from '#content/about/kind.server.ts';
import { findStory } from '#content/clients/kind.server.ts';
import { findFeature } from '#content/features/data.server.ts';
import { findNews } from '#content/news/kind.server.ts';
import { allPackageGroups } from '#content/packages/kind.server.ts';
import { calculateQuote, type QuoteInput } from '#content/packages/quote.ts';
import { writtenPages } from '#content/pages/kind.server.ts';
import { vendorKind } from '#content/settings/schema.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, notFound } from '#platform/errors.server.ts';
import { cachedFile, immutableCacheControl, sendCached } from '#platform/http/cached-answers.server.ts';
import type { Site } from '../site.server.ts';
import {
  type CardFrame,
  cardFrame,
  cardOfAbout,
  cardOfClient,
  cardOfFeature,
  cardOfNews,
  cardOfPage,
  cardOfQuote,
  cardOfWritten,
  cardPath,
  cardSize,
  type NamedCard,
  type PageCard,
  pagesWithCard,
} from './page-cards.server.ts';

/** A calculation has more numbers: package, students, SMS a month. */
const address =
  /^(?<name>(?<kind>[a-z]+)(?:-(?<id>[1-9]\d{0,9}))?(?:-(?<students>\d{1,6})(?:-(?<sms>\d{1,6}))?)?)-[0-9a-f]{12}\.jpg$/;
/** Maximum queue length; further requests get 503. */
const maxWaiting = 60;
/** Cards of saved records are drawn this long after the last change (milliseconds); at most so many. */
const afterSave = { wait: 2_000, most: 10 };

/** Social cards are drawn soon after a record is saved, or at the first request, and then cached. */
export function cardRoutes(site: Site): void {
  const { database, settings, pictures, cache, changes, http } = site;
  let waiting = 0;
  let lastDrawing: Promise<unknown> = Promise.resolve();

  let timer: NodeJS.Timeout | undefined;
  const stop = changes.onChange(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void drawSaved().catch(failed), afterSave.wait).unref();
  });
  const failed = (error: Error) => http.log.debug({ event: 'card_not_drawn', reason: error.message });
  http.addHook('onClose', async () => {
    stop();
    clearTimeout(timer);
  });

  http.get<{ Params: { file: string } }>('/card/:file', async (request, reply) => {
    const { name, kind = '', id, students = '', sms = '' } = address.exec(request.params.file)?.groups ?? {};
    const vendor = await site.vendor.current();
    const card = name ? await findCard() : null;
    if (!card) throw notFound();
    const frame = cardFrame(vendor, settings.publicUrl);
    const path = cardPath(card, frame);
    // Older shared links are redirected to the current card.
    if (path !== `/card/${request.params.file}`) return reply.redirect(path, 302);
    // Cards wait in a queue of their own.
    request.releaseSlot();
    return sendCached(site, request, reply, answerOf(card, kind, frame, students !== ''));

    async function findCard(): Promise<NamedCard | null> {
      if (students) return findQuoteCard(database, { kind: '', students, sms, package: id ?? '' });
      if (id === undefined) {
        const page = pagesWithCard.find((known) => known === kind);
        return page ? cardOfPage(page, vendor) : null;
      }
      if (Number(id) > 2_147_483_647) return null;
      return findRecordCard(database, kind, Number(id));
    }
  });

  async function drawSaved() {
    const last = database.selectFrom('audit_events').select(['kind', 'record_id']).orderBy('id', 'desc');
    const frame = cardFrame(await site.vendor.current(), settings.publicUrl);
    for (const { kind, record_id } of await last.limit(afterSave.most).execute()) {
      const card = record_id === null ? null : await findRecordCard(database, kind, record_id);
      if (!card) continue;
      const { key, shows, make } = answerOf(card, kind, frame);
      await cache.answer(key, shows, make);
    }
  }

  /**
   * The address is a content hash: a cached card stays valid when other records of its kind change. Calculations are
   * too many to cache.
   */
  function answerOf(card: NamedCard, kind: string, frame: CardFrame, uncacheable = false) {
    const key = cardPath(card, frame);
    const make = async () => cache.getStale(key) ?? { ...(await draw(card, frame)), uncacheable };
    return { key, shows: [kind, vendorKind], make };
  }

  /** One at a time: a popular page must not delay the processing of uploaded pictures. */
  async function draw(card: NamedCard, frame: CardFrame) {
    if (waiting >= maxWaiting) throw new HttpError(503, 'Cards are being drawn. Please try again.', { retryAfter: 5 });
    waiting++;
    const mine = lastDrawing.then(() => drawNow(card, frame)).finally(() => waiting--);
    lastDrawing = mine.catch(() => undefined);
    return mine;
  }

  async function drawNow({ card }: NamedCard, frame: CardFrame) {
    return cachedFile(await pictures.draw(drawCard(card, frame)), 'image/jpeg', immutableCacheControl);
  }
}

async function findQuoteCard(database: Database, input: QuoteInput): Promise<NamedCard | null> {
  const groups = await allPackageGroups(database);
  const group = groups.find(({ packages }) => packages.some(({ id }) => String(id) === input.package));
  const { quote } = calculateQuote(groups, { ...input, kind: String(group?.id) });
  return quote && cardOfQuote(quote);
}

type FindCard = (database: Database, id: number) => Promise<NamedCard | null>;

function cardsOf<R>(
  find: (database: Database, id: number) => Promise<R | null>,
  draw: (record: R) => NamedCard,
): FindCard {
  return async (database, id) => {
    const record = await find(database, id);
    return record && draw(record);
  };
}

const recordCards = new Map([
  ['news', cardsOf(findNews, cardOfNews)],
  ['about', cardsOf(abouts.find, cardOfAbout)],
  ['clients', cardsOf(findStory, cardOfClient)],
  ['pages', cardsOf(writtenPages.find, cardOfWritten)],
  ['features', cardsOf(findFeature, cardOfFeature)],
]);

async function findRecordCard(database: Database, kind: string, id: number): Promise<NamedCard | null> {
  return recordCards.get(kind)?.(database, id) ?? null;
}

const { width, height } = cardSize;
const margin = 72;
/** Top of the floor, in pixels. */
const ground = 556;
const mark = 'M2 6.5H38M8.5 6V34.5H15.5M24.5 34.5H31.5V6';
const arch =
  'M1 106V50C1 44 4 38 10 35C7 25 14 17 24 18C25 9 36 6 43 9C46 8 48.5 4 50 0C51.5 4 54 8 57 9C64 6 75 9 76 18C86 17 93 25 90 35C96 38 99 44 99 50V106Z';

const styles = {
  brand: { face: 'serif', size: 46, lineHeight: 60, fill: brand.ink },
  kicker: { face: 'sans', size: 30, lineHeight: 42, fill: brand.flameInk },
  lead: { face: 'sans', size: 34, lineHeight: 50, fill: brand.ink2 },
  tagline: { face: 'sans', size: 22, lineHeight: 30, fill: brand.onFloor },
} satisfies Record<string, TextStyle>;

/** Pixels, largest first. */
const titleSizes = { wide: [84, 70, 54], narrow: [68, 56, 46] };

/** Draws a social card: wall, title under a matra line, red floor. */
export function drawCard(card: PageCard, frame: CardFrame): Drawing {
  const right = card.picture ? 700 : width - margin;
  const layers: Drawing['layers'] = [];
  if (card.picture) layers.push(pictureLayer(card.picture));
  if (frame.logo) layers.push({ key: frame.logo.key, left: margin, top: 58, width: 72, height: 72, fit: 'contain' });
  const body = [
    rect(0, 0, width, height, brand.bg),
    card.picture ? behind(card.picture.place) : `<g transform="translate(820 150) scale(10)">${courtyard(faint)}</g>`,
    rect(0, ground, width, height - ground, brand.floor),
    `<text x="${width - margin}" y="601" text-anchor="end" font-family="sans" font-size="22" fill="${brand.onFloor2}">${xmlText(frame.host)}</text>`,
    frame.logo ? '' : `<g transform="translate(${margin} 62) scale(1.6)">${courtyard(solid)}</g>`,
    rule(right),
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
  const room = right - margin;
  const texts: Drawing['texts'] = [
    oneLine(frame.brand, styles.brand, { left: margin + 84, top: 67, width: room - 84 }),
    { markups: textBlock(card), left: margin, top: 206, width: room, height: 342, align: 'top' },
    // A letter of the host is at most so wide.
    oneLine(frame.tagline, styles.tagline, {
      left: margin,
      top: 578,
      width: Math.max(200, 1_016 - 13 * frame.host.length),
    }),
  ];
  return { svg, layers, texts, format: 'jpeg' };
}

/** With less and less of the lead, then of the title. */
function textBlock({ title, kicker = '', lead = '', picture }: PageCard): string[] {
  const sizes = picture ? titleSizes.narrow : titleSizes.wide;
  const leads = [cut(lead, 110), cut(lead, 65), ''];
  const block = (text: string, size: number, below: string) => {
    const lines = [line(kicker, styles.kicker), titleLine(text, size), below && gap, line(below, styles.lead)];
    return lines.filter(Boolean).join('\n');
  };
  return [
    ...sizes.slice(0, 2).flatMap((size) => leads.map((below) => block(title, size, below))),
    ...[title, ...shorter(title)].map((text) => block(text, Math.min(...sizes), '')),
  ].filter(Boolean);
}

function titleLine(title: string, size: number): string {
  return line(title, { face: 'serif', size, lineHeight: Math.round(size * 1.34), fill: brand.ink });
}

function oneLine(text: string, style: TextStyle, place: { left: number; top: number; width: number }) {
  const markups = [text, ...shorter(text)].map((each) => line(each, style)).filter(Boolean);
  return { ...place, markups, height: style.lineHeight, align: 'middle' } as const;
}

/** The bar above the title, and its dashed line: 9 on, 7 off. */
function rule(right: number): string {
  return `${rect(margin, 164, 112, 8, brand.flame)}<path d="M${margin + 126} 168H${right}" stroke="${brand.lineStrong}" stroke-width="3" stroke-dasharray="14.4 11.2"/>`;
}

function pictureLayer({ picture: { key, focus }, place }: NonNullable<PageCard['picture']>): Drawing['layers'][number] {
  if (place === 'beside') return { key, left: 752, top: 0, width: width - 752, height: ground, fit: 'cover', focus };
  return { key, left: 832, top: 250, width: 236, height: 236, fit: 'contain' };
}

function behind(place: 'beside' | 'niche'): string {
  if (place === 'beside') return rect(752, 0, width - 752, ground, brand.sunken);
  const niche = `<path transform="translate(770 110) scale(3.6)" d="${arch}" fill="${brand.greenSoft}"/>`;
  return `${niche}${rect(746, 486, 408, 16, brand.floor)}`;
}

const solid = { wall: brand.green, dot: brand.flame };
const faint = { wall: brand.sunken, dot: brand.sunken };

function courtyard({ wall, dot }: { wall: string; dot: string }): string {
  return `<path d="${mark}" fill="none" stroke="${wall}" stroke-width="5"/><circle cx="20" cy="20.5" r="4.8" fill="${dot}"/>`;
}

interface TextStyle {
  face: 'sans' | 'serif';
  size: number;
  lineHeight: number;
  fill: string;
}

/** Pango draws boxes for characters that the fonts don't have. */
const unknown =
  /[^ -~\u00a0-\u00ff–—‘’“”…\u0981-\u098b\u098f-\u09c4\u09c7-\u09df\u09e6-\u09ef\u09f2\u09f3\u0964\u0965\u200c\u200d]/gu;
const gap = '<span font="sans 8px" line_height="10240"> </span>';

/** Pango markup; empty where the fonts have nothing of the text. */
function line(text: string, { face, size, lineHeight, fill }: TextStyle): string {
  const known = knownText(text);
  return (
    known &&
    `<span font="${face} ${size}px" line_height="${lineHeight * 1_024}" foreground="${fill}">${xmlText(known)}</span>`
  );
}

const graphemes = new Intl.Segmenter('bn', { granularity: 'grapheme' });

/** The text with less and less of its end. */
function shorter(text: string): string[] {
  const { length } = graphemesOf(text);
  return Array.from({ length: 19 }, (_, at) => cut(text, Math.floor((length * (19 - at)) / 20)));
}

function cut(text: string, max: number): string {
  const all = graphemesOf(text);
  return all.length > max ? `${all.slice(0, max).join('').trimEnd()}…` : text;
}

function graphemesOf(text: string): string[] {
  return [...graphemes.segment(knownText(text))].map(({ segment }) => segment);
}

function knownText(text: string): string {
  const known = text.normalize('NFC').replace(unknown, '').replace(/ +/g, ' ').trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(known) ? known : '';
}

function rect(x: number, y: number, wide: number, high: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="${fill}"/>`;
}
