import type { ReactNode } from 'react';
import { todayInDhaka } from '#api/shapes.ts';
import { anyList, listed, type RecordTable } from '#cms/collections/listed-table.server.ts';
import { findDraft } from '#cms/versions/drafts.server.ts';
import type { Fields } from '#cms/versions/history.server.ts';
import { findPreview } from '#cms/versions/previews.server.ts';
import { abouts } from '#content/about/kind.server.ts';
import { AboutDetailsPage } from '#content/about/section.tsx';
import { previewFeature } from '#content/features/data.server.ts';
import { contentRecords, previewContent } from '#content/features/details/data.server.ts';
import { FeatureDetailsPage } from '#content/features/details/page.tsx';
import { news } from '#content/news/kind.server.ts';
import { NewsDetailsPage } from '#content/news/section.tsx';
import { writtenPages } from '#content/pages/kind.server.ts';
import { unchangedSample } from '#content/sample.server.ts';
import { pages, previews } from '#paths.ts';
import { policyInFrame } from '#platform/cache/cached-response.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { notFound } from '#platform/errors.server.ts';
import { sendOnce } from '#platform/http/cached-answers.server.ts';
import { policyOf } from '../document.server.tsx';
import { renderUnindexedPage } from '../pages/public-page.server.tsx';
import { OwnPage, readBlocks } from '../pages/written.server.tsx';
import type { Sheet } from '../sheets/names.ts';
import type { Site } from '../site.server.ts';

const words = {
  banner: 'খসড়া',
  hint: 'পাতাটি এখনও এভাবে প্রকাশিত হয়নি। লিংকটি ২৪ ঘণ্টা চলে।',
} as const;

/** Renders a draft with the components of the public page. */
interface PreviewKind {
  table: RecordTable;
  sheet: Sheet;
  /** For tables without soft delete of their own. */
  isThere?: (database: Database, id: number) => Promise<boolean>;
  draw: (site: Site, id: number, fields: Fields | null) => Promise<ReactNode>;
}

const kinds: PreviewKind[] = [
  {
    table: 'news',
    sheet: 'article-preview',
    draw: async ({ database, settings }, id, fields) => {
      const record = await news.shownAs(database, id, { ...(await news.formById(database, id)), ...fields });
      return <NewsDetailsPage news={record} address={settings.publicUrl + pages.newsDetails(id)} />;
    },
  },
  {
    table: 'about',
    sheet: 'article-preview',
    draw: async ({ database, settings }, id, fields) => {
      const record = await abouts.shownAs(database, id, { ...(await abouts.formById(database, id)), ...fields });
      const about = { ...record, date: record.date || todayInDhaka() };
      return <AboutDetailsPage about={about} address={settings.publicUrl + pages.aboutDetails(id)} />;
    },
  },
  {
    table: 'pages',
    sheet: 'page-preview',
    draw: async (site, id, fields) => {
      const { database } = site;
      const page = await writtenPages.shownAs(database, id, {
        ...(await writtenPages.formById(database, id)),
        ...fields,
      });
      const { blocks } = await readBlocks(site, page, await unchangedSample(database), null);
      return <OwnPage page={page} blocks={blocks} />;
    },
  },
  {
    table: 'features',
    sheet: 'feature-preview',
    draw: async ({ database }, id, fields) => (
      <FeatureDetailsPage feature={await previewFeature(database, id, fields)} />
    ),
  },
  {
    table: 'feature_details',
    sheet: 'feature-preview',
    isThere: async (database, id) => (await contentRecords(database, [id])).some((each) => each.deleted_at === null),
    draw: async ({ database }, id, fields) => {
      const content = await previewContent(database, id, fields);
      if (!content || !(await recordExists(database, 'features', content.featureId))) throw notFound();
      return <FeatureDetailsPage feature={await previewFeature(database, content.featureId, null, content)} />;
    },
  },
];

/**
 * Previews for holders of a token: of the form being edited, in an iframe, or of a draft, by link. Never cached; no
 * referrer is sent.
 */
export function previewPages(site: Site): void {
  const { http, database } = site;
  http.get<{ Params: { token: string } }>(previews.route, async (request, reply) => {
    const preview = await findPreview(database, request.params.token);
    const kind = kinds.find(({ table }) => table === preview?.kind);
    if (!preview || !kind) throw notFound();
    const { recordId } = preview;
    const { isThere = (_, id) => recordExists(database, kind.table, id) } = kind;
    if (recordId !== null && !(await isThere(database, recordId))) throw notFound();
    const isForm = preview.fields !== null;
    const fields =
      preview.fields ??
      (recordId === null ? {} : ((await findDraft(database, { kind: kind.table, id: recordId }))?.fields ?? null));
    const page = await kind.draw(site, recordId ?? 0, fields);
    const body = isForm ? (
      page
    ) : (
      <>
        <p className="preview-banner">
          <b>{words.banner}</b>
          {words.hint}
        </p>
        {page}
      </>
    );
    const vendor = await site.vendor.current();
    const text = { title: `${words.banner} | ${vendor.name}`, description: '', keywords: '' };
    const html = renderUnindexedPage(site, '', vendor, { text, sheet: kind.sheet, body });
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
    const policy = policyOf(kind.sheet);
    if (!isForm) return sendOnce(request, reply, html, policy);
    // Scripts don't run in it.
    reply.header('x-frame-options', 'SAMEORIGIN');
    return sendOnce(request, reply, html, `${policyInFrame(policy)}; sandbox allow-same-origin`);
  });
}

/** Preview links end when their record is deleted. */
async function recordExists(database: Database, table: RecordTable, id: number): Promise<boolean> {
  const row = await anyList(database)
    .selectFrom(listed(table))
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
