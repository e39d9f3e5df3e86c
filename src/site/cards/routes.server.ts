import { abouts } from '#content/about/data.server.ts';
import { findStory } from '#content/clients/data.server.ts';
import { findFeature } from '#content/features/data.server.ts';
import { findNews } from '#content/news/data.server.ts';
import { forEver, readyFile, sendCached } from '#server/cache/cached-answers.server.ts';
import type { ReadyAnswer } from '#server/cache/ready-answer.server.ts';
import { notFound, Refusal } from '#server/errors.server.ts';
import { vendorKind } from '#site-settings/schema.ts';
import type { Site } from '../site.server.ts';
import {
  type CardFrame,
  cardFrame,
  cardOfAbout,
  cardOfClient,
  cardOfFeature,
  cardOfNews,
  cardOfPage,
  cardPath,
  type NamedCard,
  pagesWithCard,
} from './page-cards.server.ts';

const address = /^(?<name>(?<kind>[a-z]+)(?:-(?<id>[1-9]\d{0,9}))?)-(?<version>[0-9a-f]{12})\.jpg$/;
/** Cards that wait for their turn; whoever comes then is told to come again. */
const mostWaiting = 60;
/** How long after the last change, in milliseconds, the cards of what was saved are drawn; and of how many. */
const saved = { wait: 2_000, most: 10 };

/**
 * The pictures of pages for chats and posts: drawn soon after staff saved a record, as that is what they pass on next, or
 * when they are first asked for; then kept with the pages.
 */
export function cardRoutes(site: Site): void {
  const { database, settings, pictures, cache, changes, http } = site;
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();

  let soon: NodeJS.Timeout | undefined;
  const stop = changes.onChange(() => {
    clearTimeout(soon);
    soon = setTimeout(() => void drawSaved().catch(failed), saved.wait).unref();
  });
  const failed = (error: Error) => http.log.debug({ event: 'card_not_drawn', reason: error.message });
  http.addHook('onClose', async () => {
    stop();
    clearTimeout(soon);
  });

  http.get<{ Params: { file: string } }>('/card/:file', async (request, reply) => {
    const { name, kind = '', id } = address.exec(request.params.file)?.groups ?? {};
    const vendor = await site.vendor.current();
    const card = name ? await findCard(kind, id ? Number(id) : null) : null;
    if (!card) throw notFound();
    const frame = cardFrame(vendor, settings.publicUrl);
    const path = cardPath(card, frame);
    // A post from before the last change still gets a picture.
    if (path !== `/card/${request.params.file}`) return reply.redirect(path, 302);
    // Cards wait in a queue of their own.
    request.endWork();
    return sendCached(site, request, reply, answerOf(card, kind, frame));

    async function findCard(kind: string, id: number | null): Promise<NamedCard | null> {
      if (id === null) {
        const page = pagesWithCard.find((known) => known === kind);
        return page ? cardOfPage(page, vendor) : null;
      }
      if (id > 2_147_483_647) return null;
      return findRecordCard(kind, id);
    }
  });

  async function drawSaved(): Promise<void> {
    const last = database.selectFrom('audit_events').select(['kind', 'record_id']).orderBy('id', 'desc');
    const frame = cardFrame(await site.vendor.current(), settings.publicUrl);
    for (const { kind, record_id } of await last.limit(saved.most).execute()) {
      const card = record_id === null ? null : await findRecordCard(kind, record_id);
      if (!card) continue;
      const { key, shows, make } = answerOf(card, kind, frame);
      await cache.answer(key, shows, make);
    }
  }

  /** Its address tells all that a card shows: one that was drawn for it is right, whatever else of its kind has changed. */
  function answerOf(card: NamedCard, kind: string, frame: CardFrame) {
    const key = cardPath(card, frame);
    return { key, shows: [kind, vendorKind], make: async () => cache.last(key) ?? (await draw(card, frame)) };
  }

  async function findRecordCard(kind: string, id: number): Promise<NamedCard | null> {
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
    const feature = kind === 'features' ? await findFeature(database, id) : null;
    return feature && cardOfFeature(feature);
  }

  /** One after the other: a page that is passed on by many must not hold up the pictures that staff upload. */
  async function draw(card: NamedCard, frame: CardFrame): Promise<ReadyAnswer> {
    if (waiting >= mostWaiting) throw new Refusal(503, 'Cards are being drawn. Please try again.', { retryAfter: 5 });
    waiting++;
    const mine = turn.then(() => drawNow(card, frame)).finally(() => waiting--);
    turn = mine.catch(() => undefined);
    return mine;
  }

  async function drawNow({ card }: NamedCard, frame: CardFrame): Promise<ReadyAnswer> {
    // The shaper of texts is large, and only needed here.
    const { drawCard } = await import('./draw.server.ts');
    return readyFile(await pictures.draw(drawCard(card, frame)), 'image/jpeg', forEver);
  }
}
