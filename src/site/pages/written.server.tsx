import { Fragment, type ReactNode } from 'react';
import { bengaliDigits, escapeHtml } from '#api/text.ts';
import { firstParagraph } from '#cms/search/fold.server.ts';
import { faqs } from '#content/faq/kind.server.ts';
import { FaqSection } from '#content/faq/section.tsx';
import { blocksIn, type LegalPage, legalPages, pathOfPage } from '#content/pages/addresses.ts';
import { pageAt, publishedPages, type WrittenPage } from '#content/pages/kind.server.ts';
import { normalisePath } from '#content/redirects/addresses.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { readRetention, retentionKind } from '#leads/inbox/erasing.server.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import { bengaliDate, cutText } from '#ui/site/bengali.ts';
import { EmptyState, PageBand } from '#ui/site/page-band.tsx';
import { RichContent } from '#ui/site/rich-content.tsx';
import { cardOfWritten } from '../cards/page-cards.server.ts';
import { DemoSection, type PageForm } from '../demo/demo-section.tsx';
import { kindsOnHome, readHome } from '../home/data.server.ts';
import { SceneSection } from '../home/scene.tsx';
import type { Site } from '../site.server.ts';
import { privacyWords } from '../strings.ts';
import { homeSections } from './home.server.tsx';
import { answerPage, publicPage } from './public-page.server.tsx';

/** Privacy and terms, which every site has; and what staff write at other addresses. */
export function ownPages(site: Site): void {
  for (const address of ['privacy', 'terms'] as const) legalPage(site, address);
  let known = { version: -1, addresses: new Set<string>() };

  /** Whoever asks for a path that nobody has is told so without a query. */
  async function isPublished(address: string): Promise<boolean> {
    const version = site.cache.version('pages');
    if (known.version !== version) {
      const all = await publishedPages(site.database);
      known = { version, addresses: new Set(all.map((page) => page.address)) };
    }
    return known.addresses.has(address);
  }

  site.http.ownPages.answer = async (request, reply) => {
    const address = normalisePath(request.url)?.slice(1).toLowerCase() ?? '';
    if (!(await isPublished(address))) return false;
    const [asked, query = ''] = request.url.split(/(?=\?)/);
    const path = pathOfPage(address);
    // A reply that is awaited is nothing: it stands for its end.
    if (asked === path) await answerPage(site, ownPage(site, path, address), request, reply);
    else reply.redirect(path + query, 301);
    return true;
  };
}

function legalPage(site: Site, address: LegalPage): void {
  const { path, name } = legalPages[address];
  publicPage(site, {
    path,
    shows: ['pages', retentionKind, 'mail-server'],
    read: async ({ vendor }) => {
      const page = await pageAt(site.database, address);
      const title = page?.title ?? name;
      const since = page && dayInDhaka(new Date(page.updated_at));
      const facts =
        address === 'privacy' ? privacyFacts(vendor, site.settings, await readRetention(site.database)) : '';
      return {
        text: {
          title: `${title} | ${vendor.name}`,
          description: page ? summaryOf(page) : `${title}, ${vendor.name}`,
          keywords: title,
        },
        sheet: 'article',
        body: (
          <WrittenPageView
            id={`page-${page?.id ?? ''}`}
            title={title}
            content={page || facts ? (page?.content ?? '') + facts : null}
            since={since}
          />
        ),
        ...(page && { card: cardOfWritten(page) }),
        breadcrumb: [{ name: title, path }],
      };
    },
  });
}

function summaryOf({ description, content }: WrittenPage): string {
  return description || cutText(firstParagraph(content), 300);
}

function ownPage(site: Site, path: string, address: string): Parameters<typeof answerPage>[1] {
  return {
    path,
    shows: kindsOnHome,
    hasForm: true,
    read: async ({ vendor, sample, form }) => {
      const page = await pageAt(site.database, address);
      if (!page) return null;
      const { title } = page;
      const { blocks, failure } = await readBlocks(site, page, sample, form);
      return {
        text: { title: `${title} | ${vendor.name}`, description: summaryOf(page), keywords: title },
        sheet: 'page',
        body: <OwnPage page={page} blocks={blocks} />,
        card: cardOfWritten(page),
        breadcrumb: [{ name: title, path }],
        missing: failure,
      };
    },
  };
}

/** What stands below the text of a page; a block without records is left out. Without a form, the demo form is too. */
export async function readBlocks(
  { database, log }: Pick<Site, 'database' | 'log'>,
  page: Pick<WrittenPage, 'blocks'>,
  sample: ReadonlySet<string>,
  form: PageForm | null,
) {
  const names = blocksIn(page.blocks);
  const { content, failure } = await readHome(database, log, sample);
  const questions = names.includes('faq') ? await faqs.all(database) : [];
  const blocks = names.map((name): ReactNode => {
    if (name === 'scene') return <SceneSection key={name} />;
    if (name === 'faq') return questions.length > 0 && <FaqSection key={name} faqs={questions} />;
    if (name === 'demo') return form && <DemoSection key={name} form={form} />;
    const { records, draw } = homeSections[name];
    return Boolean(records(content)?.length) && <Fragment key={name}>{draw(content)}</Fragment>;
  });
  return { blocks, failure };
}

/** The title, text and blocks of a page of the staff's own. */
export function OwnPage({
  page,
  blocks,
}: {
  page: Pick<WrittenPage, 'id' | 'title' | 'description' | 'content'>;
  blocks: ReactNode;
}) {
  return (
    <>
      <PageBand id={`page-${page.id}`} title={page.title} lead={page.description || null} narrow>
        <RichContent html={page.content} under={1} />
      </PageBand>
      {blocks}
    </>
  );
}

interface WrittenPageProps {
  /** Of the heading. */
  id: string;
  title: string;
  /** Sanitised HTML; null where no text is published. */
  content: string | null;
  /** YYYY-MM-DD in Dhaka: date of the last change. */
  since: string | null;
}

function WrittenPageView({ id, title, content, since }: WrittenPageProps) {
  return (
    <PageBand
      id={id}
      title={title}
      lead={since && <time dateTime={since}>{`সর্বশেষ পরিবর্তন: ${bengaliDate(since)}`}</time>}
      narrow
    >
      {content === null ? <EmptyState /> : <RichContent html={content} under={1} />}
    </PageBand>
  );
}

type Rules = Awaited<ReturnType<typeof readRetention>>;

/** What the settings say, as HTML, so that the page is true whatever staff wrote above. */
function privacyFacts({ name, address, email, phone }: SiteSettings, settings: Site['settings'], rules: Rules): string {
  const stages = (['won', 'lost', 'spam'] as const).filter((stage) => rules[stage] !== null);
  const since = rules.applies_from && bengaliDate(dayInDhaka(new Date(rules.applies_from)));
  return [
    `<h2>${privacyWords.responsible}</h2>`,
    listOf([name, address, email, phone?.shown]),
    `<h2>${privacyWords.keeping}</h2>`,
    listOf([
      ...stages.map((stage) => privacyWords.erased[stage](bengaliDigits(rules[stage] ?? 0))),
      stages.length > 0 ? privacyWords.unlisted : privacyWords.untilAsked,
      since && privacyWords.from(since),
    ]),
    `<h2>${privacyWords.thirdParties}</h2>`,
    listOf([
      privacyWords.youtube,
      privacyWords.meta,
      settings.mail.server && privacyWords.mail,
      settings.filesUrl && privacyWords.files,
    ]),
  ].join('');
}

function listOf(lines: (string | null | undefined)[]): string {
  return `<ul>${lines.map((line) => (line ? `<li>${escapeHtml(line)}</li>` : '')).join('')}</ul>`;
}
