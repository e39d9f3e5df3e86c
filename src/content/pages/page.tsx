import { bengaliDate } from '#ui/site/bengali.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { PageBand } from '#ui/site/page-band.tsx';
import { RichContent } from '#ui/site/rich-content.tsx';

interface WrittenPageProps {
  title: string;
  /** Cleaned by the server; null where nothing was written yet. */
  content: string | null;
  /** YYYY-MM-DD in Dhaka, since when it says so. */
  since: string | null;
}

/** A page that is one text, such as what the site says of privacy. */
export function WrittenPage({ title, content, since }: WrittenPageProps) {
  return (
    <PageBand
      id="written-page-heading"
      title={title}
      lead={since && <time dateTime={since}>{`সর্বশেষ পরিবর্তন: ${bengaliDate(since)}`}</time>}
      narrow
    >
      {content === null ? <EmptyState /> : <RichContent html={content} under={1} />}
    </PageBand>
  );
}
