import type { ReactNode } from 'react';
import { bengaliDigits } from '#api/text.ts';
import { firstParagraph } from '#cms/search/plain-text.server.ts';
import { pageAddresses } from '#content/pages/addresses.ts';
import { pageAt } from '#content/pages/data.server.ts';
import { useVendor } from '#content/settings/vendor-context.ts';
import { readRetention, retentionKind } from '#leads/inbox/retention.server.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import { bengaliDate, cutText } from '#ui/site/bengali.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { PageBand } from '#ui/site/page-band.tsx';
import { RichContent } from '#ui/site/rich-content.tsx';
import { cardOfWritten } from '../cards/page-cards.server.ts';
import type { Site } from '../site.server.ts';
import { privacyWords as words } from '../strings.ts';
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
        return {
          text: {
            title: `${title} | ${vendor.name}`,
            description: page ? cutText(firstParagraph(page.content), 300) : `${title}, ${vendor.name}`,
            keywords: title,
          },
          sheet: 'article',
          body: (
            <WrittenPageView id={`page-${page?.id ?? ''}`} title={title} content={page?.content ?? null} since={since}>
              {address === 'privacy' && (
                <PrivacyFacts settings={site.settings} rules={await readRetention(site.database)} />
              )}
            </WrittenPageView>
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
  children?: ReactNode;
}

function WrittenPageView({ id, title, content, since, children }: WrittenPageProps) {
  return (
    <PageBand
      id={id}
      title={title}
      lead={since && <time dateTime={since}>{`সর্বশেষ পরিবর্তন: ${bengaliDate(since)}`}</time>}
      narrow
    >
      {content === null ? <EmptyState /> : <RichContent html={content} under={1} />}
      {children}
    </PageBand>
  );
}

interface PrivacyFactsProps {
  settings: Site['settings'];
  rules: Awaited<ReturnType<typeof readRetention>>;
}

/** What the settings say, so that the page is true whatever is written above. */
function PrivacyFacts({ settings, rules }: PrivacyFactsProps) {
  const vendor = useVendor();
  const stages = (['won', 'lost', 'spam'] as const).filter((stage) => rules[stage] !== null);
  return (
    <div className="rich privacy-facts">
      <h2 data-level={2}>{words.responsible}</h2>
      <p>
        <b>{vendor.name}</b>
        {vendor.address && `, ${bengaliDigits(vendor.address)}`}
      </p>
      {vendor.email && (
        <p>
          {words.email} <a href={`mailto:${vendor.email}`}>{vendor.email}</a>
        </p>
      )}
      {vendor.phone && (
        <p>
          {words.phone} <a href={`tel:${vendor.phone.number}`}>{vendor.phone.shown}</a>
        </p>
      )}
      <h2 data-level={2}>{words.keeping}</h2>
      <ul>
        {stages.map((stage) => (
          <li key={stage}>{words.erased[stage](bengaliDigits(rules[stage] ?? 0))}</li>
        ))}
        <li>{stages.length > 0 ? words.unlisted : words.untilAsked}</li>
      </ul>
      {rules.applies_from && <p>{words.from(bengaliDate(dayInDhaka(new Date(rules.applies_from))))}</p>}
      <h2 data-level={2}>{words.thirdParties}</h2>
      <ul>
        <li>{words.youtube}</li>
        <li>{words.meta}</li>
        {settings.mail.server && <li>{words.mail}</li>}
        {settings.filesUrl && <li>{words.files}</li>}
      </ul>
    </div>
  );
}
