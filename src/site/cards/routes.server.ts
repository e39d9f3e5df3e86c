import { abouts } from '#content/about/data.server.ts';
import { findStory } from '#content/clients/data.server.ts';
import { findFeature } from '#content/features/data.server.ts';
import { findNews } from '#content/news/data.server.ts';
import { allPackageGroups } from '#content/packages/data.server.ts';
import { calculateQuote, type QuoteInput } from '#content/packages/quote.ts';
import { writtenPages } from '#content/pages/data.server.ts';
import { vendorKind } from '#content/settings/schema.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, notFound } from '#platform/errors.server.ts';
import { cachedFile, immutableCacheControl, sendCached } from '#platform/http/cached-answers.server.ts';
import type { Site } from '../site.server.ts';
import { drawCard } from './draw.server.ts';
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
  type NamedCard,
  pagesWithCard,
} from './page-cards.server.ts';

/** A calculation has more numbers: package, students, SMS a month. */
const address =
  /^(?<name>(?<kind>[a-z]+)(?:-(?<id>[1-9]\d{0,9}))?(?:-(?<students>\d{1,6})(?:-(?<sms>\d{1,6}))?)?)-[0-9a-f]{12}\.jpg$/;
/** Maximum queue length; further requests get 503. */
const mostWaiting = 60;
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
    if (waiting >= mostWaiting) throw new HttpError(503, 'Cards are being drawn. Please try again.', { retryAfter: 5 });
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

async function findRecordCard(database: Database, kind: string, id: number): Promise<NamedCard | null> {
  if (kind === 'news') {
    const news = await findNews(database, id);
    return news && cardOfNews(news);
  }
  if (kind === 'about') {
    const about = await abouts.find(database, id);
    return about && cardOfAbout(about);
  }
  if (kind === 'clients') {
    const client = await findStory(database, id);
    return client && cardOfClient(client);
  }
  if (kind === 'pages') {
    const page = await writtenPages.find(database, id);
    return page && cardOfWritten(page);
  }
  const feature = kind === 'features' ? await findFeature(database, id) : null;
  return feature && cardOfFeature(feature);
}
