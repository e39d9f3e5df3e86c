import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import type { Thing } from 'schema-dts';
import * as z from 'zod/mini';
import { cleanLine, escapeHtml } from '#api/text.ts';
import type { AppContext } from '#cms/context.server.ts';
import { sampleKinds, unchangedSample } from '#content/sample.server.ts';
import { type PageText, type SiteSettings, vendorKind } from '#content/settings/schema.ts';
import { activeAccess, demoAccessKind } from '#leads/demo-access/demo-access.server.ts';
import type { DemoFormState } from '#leads/requests/schema.ts';
import { demoFormAnchor, pages } from '#paths.ts';
import { notFound } from '#platform/errors.server.ts';
import { yieldToEventLoop } from '#platform/event-loop.server.ts';
import { cachedHtml, sendCached, sendOnce } from '#platform/http/cached-answers.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { cutText } from '#ui/site/bengali.ts';
import { iconPath } from '../app-manifest.server.ts';
import { cardFrame, cardOfPage, cardPath, type NamedCard } from '../cards/page-cards.server.ts';
import type { PageForm } from '../demo/demo-section.tsx';
import { type PageHead, policyOf, renderDocument, renderPart } from '../document.server.tsx';
import type { Sheet } from '../sheets/names.ts';
import type { Site } from '../site.server.ts';
import { siteStrings } from '../strings.ts';
import { breadcrumbs } from '../structured-data.server.ts';

/** Other sites append parameters of their own. */
const anyQuery = z.looseObject({});

export interface PageContent {
  text: PageText;
  /** Path that is shared, where it isn't the page's own. */
  sharedPath?: string;
  sheet: Sheet;
  body: ReactNode;
  /** The part of `body` around the demo form: of a long page it alone is rendered anew after a submission. */
  formSection?: ReactNode;
  /** Defaults to the card of the home page. */
  card?: NamedCard;
  /** Path from the home page (excluded) to this page (included). */
  breadcrumb?: { name: string; path: string }[];
  article?: PageHead['article'];
  things?: Thing[];
  /** Why a part failed to load; such a page is not cached. */
  missing?: Error | null;
}

interface PublicPage<Name extends string> {
  path: string | ((id: number) => string);
  shows: readonly string[];
  /** Such a page is not cached for visitors who return from a form submission without JavaScript. */
  hasForm?: boolean;
  /** Parameters of the query; a page that is asked for with one of them is not cached. */
  parameters?: readonly Name[];
  /** Null where the record is not published. */
  read: (
    request: PageContext & {
      /** 0 where the address has none. */
      id: number;
      form: PageForm;
      query: Record<Name, string>;
    },
  ) => Promise<PageContent | null>;
}

/** What every page is made with. */
export interface PageContext {
  vendor: SiteSettings;
  /** See `unchangedSample`. */
  sample: ReadonlySet<string>;
}

/** Registers a page that is the same for all visitors, or nearly all, and cached as bytes. */
export function publicPage<Name extends string = never>(site: Site, page: PublicPage<Name>): void {
  const { path: address } = page;
  const route = typeof address === 'string' ? address : address(0).replace('0', ':id');
  site.http.get(route, { schema: { querystring: anyQuery } }, (request, reply) =>
    answerPage(site, page, request, reply),
  );
}

export async function answerPage<Name extends string = never>(
  site: Site,
  { path: address, shows, hasForm = false, parameters = [], read }: PublicPage<Name>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = typeof address === 'string' ? 0 : idOf(request);
  const path = typeof address === 'string' ? address : address(id);
  const query = readParameters(parameters, request.query as Record<string, unknown>);
  const state = hasForm ? site.http.demoFormState(request, reply) : null;
  const formOf = async (formState: DemoFormState) => {
    const mails = hasForm && site.settings.mail.server !== null && (await hasAccess(site));
    return { state: formState, csrfToken: site.csrf.token(), page: path, mails };
  };
  const readContent = async (context: PageContext) => read({ ...context, id, query, form: await formOf(empty) });
  if (!state && Object.values(query).every((text) => text === ''))
    return sendPage(site, request, reply, {
      path,
      shows: [...shows, demoAccessKind, 'mail-server'],
      read: readContent,
    });
  const context = await readContext(site);
  const content = await read({ ...context, id, query, form: await formOf(state ?? empty) });
  if (!content) throw notFound();
  await yieldToEventLoop();
  const cached = content.formSection ? site.cache.get(path) : null;
  const html = cached
    ? withSection(cached.bodies.identity.bytes, renderPart(context.vendor, content.formSection))
    : renderPage(site, path, context, content);
  return sendOnce(request, reply, html, policyOf(content.sheet));
}

/** Replaces the section around the demo form. */
function withSection(page: Buffer, section: string): Buffer {
  const end = '</section>';
  const form = page.indexOf(`id="${demoFormAnchor}"`);
  const [from, to] = [page.lastIndexOf('<section', form), page.indexOf(end, form)];
  return Buffer.concat([page.subarray(0, from), Buffer.from(section), page.subarray(to + end.length)]);
}

const empty: DemoFormState = { status: 'empty' };

async function hasAccess({ database, settings }: Site): Promise<boolean> {
  return (await activeAccess(database, settings)) !== null;
}

function readParameters<Name extends string>(
  names: readonly Name[],
  query: Record<string, unknown>,
): Record<Name, string> {
  const entries = names.map((name) => {
    const value = query[name];
    return [name, typeof value === 'string' ? cleanLine(value.slice(0, 255)) : ''];
  });
  return Object.fromEntries(entries);
}

type ReadContent = (context: PageContext) => Promise<PageContent | null>;

/** Sends a page from the cache. */
export function sendPage(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, shows, read }: { path: string; shows: readonly string[]; read: ReadContent },
): Promise<FastifyReply> {
  const make = async () => {
    const { html, policy, missing } = await drawPage(site, path, read);
    return { ...cachedHtml(html, policy), missing };
  };
  return sendCached(site, request, reply, { key: path, shows: [...shows, vendorKind, ...sampleKinds], make });
}

async function drawPage(site: Site, path: string, read: ReadContent) {
  const context = await readContext(site);
  const content = await read(context);
  if (!content) throw notFound();
  await yieldToEventLoop();
  const { sheet, missing = null } = content;
  return { html: renderPage(site, path, context, content), policy: policyOf(sheet), missing };
}

async function readContext({ vendor, database }: Site): Promise<PageContext> {
  return { vendor: await vendor.current(), sample: await unchangedSample(database) };
}

/** Renders a page that search engines may list, unless it shows sample. */
function renderPage(site: AppContext, path: string, { vendor, sample }: PageContext, content: PageContent): Buffer {
  const origin = site.settings.publicUrl;
  const { text, sharedPath = path, sheet, body, article, breadcrumb, things = [] } = content;
  const { card = cardOfPage('home', vendor) } = content;
  const steps = [{ name: siteStrings.firstPage, path: pages.home }, ...(breadcrumb ?? [])];
  const head: PageHead = {
    canonical: origin + path,
    url: origin + sharedPath,
    siteName: vendor.name,
    card: origin + cardPath(card, cardFrame(vendor, origin)),
    icons: { apple: iconPath('apple-180', vendor) },
    offline: site.settings.offlinePages,
    isSample: sample.size > 0,
    things: breadcrumb ? [...things, breadcrumbs(origin, steps)] : things,
    ...(article && { article }),
  };
  return renderDocument({ path, ...text, sheet, csrfToken: site.csrf.token(), body, vendor, head });
}

/** Renders a page with `noindex`: search results and errors. */
export function renderUnindexedPage(
  { csrf }: AppContext,
  path: string,
  vendor: SiteSettings,
  { text, sheet, body }: PageContent,
): Buffer {
  return renderDocument({ path, ...text, sheet, csrfToken: csrf.token(), body, vendor, head: null });
}

type ListPage = Exclude<Parameters<typeof cardOfPage>[0], 'home'>;

/** `name` is its label in breadcrumbs. */
export function pageMeta(vendor: SiteSettings, page: ListPage, name: string): Omit<PageContent, 'body'> {
  return {
    text: vendor.pages[page],
    sheet: page,
    card: cardOfPage(page, vendor),
    breadcrumb: [{ name, path: pages[page] }],
  };
}

export function breadcrumbTo(parent: string, parentName: string, name: string, path: string) {
  return [
    { name: parentName, path: parent },
    { name, path },
  ];
}

export function recordText(
  vendor: SiteSettings,
  kind: 'about' | 'clients' | 'features' | 'news' | 'packages',
  title: string,
  description: string,
  keywords = '',
): PageText {
  const whole = `${title} | ${vendor.name}`;
  // A word or two say nothing in a list of results.
  const words = description.length < 30 ? [title, description].filter(Boolean).join(': ') : description;
  return {
    title: whole,
    description: shortened(words, Math.min(1_300, 3_300 - 1.5 * escapedBytes(whole))),
    keywords: [keywords, vendor.pages[kind].keywords].filter(Boolean).join(', '),
  };
}

/** A letter may have many bytes. Of the first 8 KB the title takes three times its own, the description two, see `cardElements`. */
function shortened(text: string, bytes: number, letters = 300): string {
  const cut = cutText(text, letters);
  return escapedBytes(cut) > bytes ? shortened(text, bytes, letters - 10) : cut;
}

function escapedBytes(text: string): number {
  return Buffer.byteLength(escapeHtml(text));
}
