import { firstParagraph } from '#cms/search/plain-text.server.ts';
import { pageAddresses } from '#content/pages/addresses.ts';
import { pageAt } from '#content/pages/data.server.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import { bengaliDate, cutText } from '#ui/site/bengali.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { PageBand } from '#ui/site/page-band.tsx';
import { RichContent } from '#ui/site/rich-content.tsx';
import { cardOfWritten } from '../cards/page-cards.server.ts';
import type { Site } from '../site.server.ts';
import { publicPage } from './public-page.server.tsx';

/** Privacy and terms. */
export function legalPages(site: Site): void {
  for (const address of ['privacy', 'terms'] as const) {
    const { path, name } = pageAddresses[address];
    publicPage(site, {
      path,
      shows: ['pages'],
      read: async ({ vendor }) => {
        const page = await pageAt(site.database, address);
        const title = page?.title ?? name;
        const since = page && dayInDhaka(new Date(page.updated_at));
        return {
          text: {
            title: `${title} | ${vendor.name}`,
            description: page ? cutText(firstParagraph(page.content), 300) : `${title}, ${vendor.name}`,
            keywords: title,
          },
          sheet: 'article',
          body: (
            <WrittenPageView
              id={`page-${page?.id ?? ''}`}
              title={title}
              content={page?.content ?? null}
              since={since}
            />
          ),
          ...(page && { card: cardOfWritten(page) }),
          breadcrumb: [{ name: title, path }],
        };
      },
    });
  }
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
