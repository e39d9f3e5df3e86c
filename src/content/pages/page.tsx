import { bengaliDate } from '#ui/site/bengali.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { PageBand } from '#ui/site/page-band.tsx';
import { RichContent } from '#ui/site/rich-content.tsx';

interface WrittenPageProps {
  title: string;
  /** Sanitised HTML; null where no text is published. */
  content: string | null;
  /** YYYY-MM-DD in Dhaka: date of the last change. */
  since: string | null;
}

export function WrittenPageView({ title, content, since }: WrittenPageProps) {
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
