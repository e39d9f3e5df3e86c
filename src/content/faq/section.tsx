import { faqAnchor, faqAnswerAnchor } from '#paths.ts';
import { Band, EmptyState } from '#ui/site/page-band.tsx';
import { RichContent } from '#ui/site/rich-content.tsx';
import type { Faq } from './kind.server.ts';

/** A `<details>` list: browsers open the one that contains the link's target. */
export function FaqSection({ faqs }: { faqs: Faq[] }) {
  return (
    <Band
      className="later"
      anchor={faqAnchor}
      id="faq-heading"
      title="সাধারণ জিজ্ঞাসা"
      lead="প্রতিষ্ঠানপ্রধানেরা যা জানতে চান, সোজা উত্তর।"
      narrow
    >
      {faqs.length === 0 && <EmptyState />}
      <div className="faq">
        {faqs.map(({ id, question, answer }) => (
          <details key={id}>
            <summary>
              <h3>{question}</h3>
            </summary>
            <div id={faqAnswerAnchor(id)}>
              <RichContent html={answer} under={3} />
            </div>
          </details>
        ))}
      </div>
    </Band>
  );
}
