import { bengaliDigits, escapeHtml } from '#api/text.ts';
import { firstParagraph } from '#cms/search/fold.server.ts';
import { pageAddresses } from '#content/pages/addresses.ts';
import { pageAt } from '#content/pages/kind.server.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { readRetention, retentionKind } from '#leads/inbox/erasing.server.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import { bengaliDate, cutText } from '#ui/site/bengali.ts';
import { EmptyState, PageBand } from '#ui/site/page-band.tsx';
import { RichContent } from '#ui/site/rich-content.tsx';
import { cardOfWritten } from '../cards/page-cards.server.ts';
import type { Site } from '../site.server.ts';
import { privacyWords } from '../strings.ts';
import { publicPage } from './public-page.server.tsx';

/** Privacy and terms. */
export function legalPages(site: Site): void {
  for (const address of ['privacy', 'terms'] as const) {
    const { path, name } = pageAddresses[address];
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
            description: page ? cutText(firstParagraph(page.content), 300) : `${title}, ${vendor.name}`,
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
