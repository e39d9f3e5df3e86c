import { faqs } from '#content/faq/data.server.ts';
import { FaqSection } from '#content/faq/section.tsx';
import { chosenPackage } from '#content/packages/chosen-package.ts';
import { Comparisons } from '#content/packages/comparison.tsx';
import { allPackageGroups } from '#content/packages/data.server.ts';
import { calculatorAnchor, PriceCalculator, type PriceCalculatorProps } from '#content/packages/price-calculator.tsx';
import { calculateQuote, quoteParameters } from '#content/packages/quote.ts';
import { calculatorWords, packageStrings } from '#content/packages/strings.ts';
import { pages } from '#paths.ts';
import { PageBand } from '#ui/site/page-band.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { DemoSection } from '../demo/demo-section.tsx';
import type { Site } from '../site.server.ts';
import { faqPage } from '../structured/content.ts';
import { software } from '../structured/software.ts';
import { pageMeta } from './page-meta.server.ts';
import { publicPage } from './public-page.server.tsx';

export function packagesPage(site: Site): void {
  const { database, settings } = site;
  const origin = settings.publicUrl;

  publicPage(site, {
    path: pages.packages,
    shows: ['packages', 'faq'],
    hasForm: true,
    parameters: quoteParameters,
    read: async ({ vendor, form, query }) => {
      const [groups, faq] = await Promise.all([allPackageGroups(database), faqs.all(database)]);
      const { quote } = calculateQuote(groups, query);
      const chosen = quote && chosenPackage(quote.group, quote.item, quote.students);
      return {
        ...pageMeta(vendor, 'packages', packageStrings.heading),
        body: (
          <>
            <PackagesPage groups={groups} query={query} origin={origin} />
            <FaqSection faqs={faq} />
            <DemoSection form={{ ...form, chosen }} />
          </>
        ),
        things: [software(origin, vendor, groups), ...faqPage(origin, faq)],
      };
    },
  });
}

function PackagesPage(props: PriceCalculatorProps) {
  return (
    <>
      <PageBand id="packages-heading" title={packageStrings.heading} lead={packageStrings.lead}>
        <Comparisons groups={props.groups} />
      </PageBand>
      {props.groups.length > 0 && (
        <section id={calculatorAnchor} className="band band-sunken" aria-labelledby="calculator-heading">
          <div className="shell">
            <SectionHeading id="calculator-heading" title={calculatorWords.heading} lead={calculatorWords.lead} />
            <PriceCalculator {...props} />
          </div>
        </section>
      )}
    </>
  );
}
