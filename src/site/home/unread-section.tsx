import { pages } from '#paths.ts';
import { Icon } from '#ui/site/icon.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { sharedStrings as shared } from '#ui/site/strings.ts';
import { homeWords } from '../strings.ts';

export function FailedSection({ name, title }: { name: string; title: string }) {
  const heading = `${name}-heading`;
  return (
    <section id={name} className="band later" aria-labelledby={heading}>
      <div className="shell">
        <SectionHeading id={heading} title={title} />
        <div className="notice">
          <Icon name="error" />
          <div>
            <b>{homeWords.unread}</b>
            {homeWords.unreadLine}
          </div>
          <a href={pages.home} className="button button-quiet button-small">
            <Icon name="retry" />
            {shared.retry}
          </a>
        </div>
      </div>
    </section>
  );
}
