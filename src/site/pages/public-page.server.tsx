import type { ReactNode } from 'react';
import type { Thing } from 'schema-dts';
import * as z from 'zod/mini';
import { cleanLine } from '#api/text.ts';
import type { AppContext } from '#cms/context.server.ts';
import { type PageText, type SiteSettings, vendorKind } from '#content/settings/schema.ts';
import { activeAccess, demoAccessKind } from '#leads/demo-access/demo-access.server.ts';
import type { DemoFormState } from '#leads/requests/schema.ts';
import { demoFormAnchor, pages } from '#paths.ts';
import { cachedHtml, sendCached, sendOnce } from '#platform/cache/cached-answers.server.ts';
import { notFound } from '#platform/errors.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { iconPath } from '../app-manifest/icon-address.server.ts';
import { cardFrame, cardOfPage, cardPath, type NamedCard } from '../cards/page-cards.server.ts';
import type { PageForm } from '../demo/demo-section.tsx';
import { policyOf, renderDocument, renderPart } from '../document.server.tsx';
import type { PageHead } from '../head.server.ts';
import type { Sheet } from '../sheets/names.ts';
import type { Site } from '../site.server.ts';
import { siteStrings } from '../strings.ts';
import { breadcrumbs } from '../structured/content.ts';

/** Other sites append parameters of their own. */
const formQuery = z.looseObject({});

export interface PageContent {
  text: PageText;
  sheet: Sheet;
  body: ReactNode;
  asking?: ReactNode;
  /** Defaults to the card of the home page. */
  card?: NamedCard;
  /** Path from the home page (excluded) to this page (included). */
  breadcrumb?: { name: string; path: string }[];
  article?: PageHead['article'];
  things?: Thing[];
  /** Why a part failed to load; such a page is not cached. */
  missing?: Error | null;
}

export function withFormSection(asking: ReactNode, above: ReactNode): Pick<PageContent, 'body' | 'asking'> {
  const body = (
    <>
      {above}
      {asking}
    </>
  );
  return { body, asking };
}

/** Registers a page that is the same for all visitors and cached as bytes. */
export function publicPage(
  site: Site,
  path: string,
  shows: string[],
  read: (vendor: SiteSettings) => Promise<PageContent>,
): void {
  site.http.get(path, async (request, reply) => {
    const make = async () => {
      const vendor = await site.vendor.current();
      const drawn = await read(vendor);
      return cachedHtml(renderPage(site, path, vendor, drawn), policyOf(drawn.sheet));
    };
    return sendCached(site, request, reply, { key: path, shows: [...shows, vendorKind], make });
  });
}

/**
 * Registers a page with the demo form, cached except for visitors who return from a form submission without JavaScript,
 * and for requests with one of the parameters in `questions`.
 */
export function formPage<Question extends string = never>(
  site: Site,
  path: string,
  shows: string[],
  read: (vendor: SiteSettings, form: PageForm, asked: Record<Question, string>) => Promise<PageContent>,
  questions: readonly Question[] = [],
): void {
  site.http.get(path, { schema: { querystring: formQuery } }, async (request, reply) => {
    const state = site.http.demoFormState(request, reply);
    const parameters = readParameters(request.query);
    const hasParameters = Object.values(parameters).some((text) => text !== '');
    const answer = answerWithForm(site, path, shows, (form, vendor) => read(vendor, form, parameters));
    if (!state && !hasParameters) return sendCached(site, request, reply, answer);
    const { html, policy } = await (hasParameters ? answer.drawAnew : answer.draw)(state ?? empty);
    return sendOnce(request, reply, html, policy);
  });

  function readParameters(query: Record<string, unknown>): Record<Question, string> {
    const entries = questions.map((name) => {
      const value = query[name];
      return [name, typeof value === 'string' ? cleanLine(value.slice(0, 255)) : ''];
    });
    return Object.fromEntries(entries);
  }
}

/** Registers the page of a record; 404 where it is not published. */
export function detailsPage(
  site: Site,
  pathOf: (id: number) => string,
  shows: string[],
  read: (id: number, address: string, vendor: SiteSettings) => Promise<PageContent | null>,
): void {
  site.http.get<{ Params: { id: string } }>(routeOf(pathOf), async (request, reply) => {
    const id = idOf(request);
    const path = pathOf(id);
    const make = async () => {
      const vendor = await site.vendor.current();
      const drawn = await read(id, site.settings.publicUrl + path, vendor);
      if (!drawn) throw notFound();
      return cachedHtml(renderPage(site, path, vendor, drawn), policyOf(drawn.sheet));
    };
    return sendCached(site, request, reply, { key: path, shows: [...shows, vendorKind], make });
  });
}

/**
 * The same with the demo form at its end; not cached for visitors who return from a form submission without JavaScript.
 */
export function detailsFormPage(
  site: Site,
  pathOf: (id: number) => string,
  shows: string[],
  read: (id: number, form: PageForm, vendor: SiteSettings) => Promise<PageContent | null>,
): void {
  site.http.get(routeOf(pathOf), { schema: { querystring: formQuery } }, async (request, reply) => {
    const id = idOf(request);
    const answer = answerWithForm(site, pathOf(id), shows, (form, vendor) => read(id, form, vendor));
    const state = site.http.demoFormState(request, reply);
    if (!state) return sendCached(site, request, reply, answer);
    const { html, policy } = await answer.draw(state);
    return sendOnce(request, reply, html, policy);
  });
}

const empty: DemoFormState = { status: 'empty' };

/** Renders from the cache, or with the result of a form submission. */
function answerWithForm(
  site: Site,
  path: string,
  kinds: string[],
  readDrawn: (form: PageForm, vendor: SiteSettings) => Promise<PageContent | null>,
) {
  const shows = [...kinds, vendorKind, demoAccessKind];
  const make = async () => {
    const { html, policy, missing } = await drawAnew(empty);
    return { ...cachedHtml(html, policy), missing };
  };
  return { key: path, shows, make, draw, drawAnew };

  /** Only the form's section is rendered per request; the rest is taken from the cached page. */
  async function draw(state: DemoFormState) {
    const cached = await site.cache.answer(path, shows, make);
    const { vendor, drawn } = await read(state);
    const html = withSection(cached.bodies.identity.bytes, renderPart(vendor, drawn.asking));
    return { html, policy: policyOf(drawn.sheet) };
  }

  async function drawAnew(state: DemoFormState) {
    const { vendor, drawn } = await read(state);
    return {
      html: renderPage(site, path, vendor, drawn),
      policy: policyOf(drawn.sheet),
      missing: drawn.missing ?? null,
    };
  }

  async function read(state: DemoFormState) {
    const vendor = await site.vendor.current();
    const mails = site.settings.mail.server !== null && (await activeAccess(site.database, site.settings)) !== null;
    const drawn = await readDrawn({ state, csrfToken: site.csrf.token(), page: path, mails }, vendor);
    if (!drawn) throw notFound();
    return { vendor, drawn };
  }
}

/** Replaces the section around the demo form. */
function withSection(page: Buffer, section: string): Buffer {
  const end = '</section>';
  const form = page.indexOf(`id="${demoFormAnchor}"`);
  const [from, to] = [page.lastIndexOf('<section', form), page.indexOf(end, form)];
  return Buffer.concat([page.subarray(0, from), Buffer.from(section), page.subarray(to + end.length)]);
}

function routeOf(pathOf: (id: number) => string): string {
  return pathOf(0).replace('0', ':id');
}

/** Renders an indexable page. */
export function renderPage(site: AppContext, path: string, vendor: SiteSettings, drawn: PageContent): Buffer {
  const origin = site.settings.publicUrl;
  const { text, sheet, body, article, card = cardOfPage('home', vendor), breadcrumb, things = [] } = drawn;
  const steps = [{ name: siteStrings.firstPage, path: pages.home }, ...(breadcrumb ?? [])];
  const head: PageHead = {
    canonical: origin + path,
    siteName: vendor.name,
    card: origin + cardPath(card, cardFrame(vendor, origin)),
    icons: { apple: iconPath('apple-180', vendor) },
    offline: site.settings.offlinePages,
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
