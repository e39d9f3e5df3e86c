import { todayInDhaka } from '#api/shapes.ts';
import { linesOf } from '#api/text.ts';
import { faqs } from '#content/faq/kind.server.ts';
import { FaqSection } from '#content/faq/section.tsx';
import { features } from '#content/features/data.server.ts';
import { allPackageGroups } from '#content/packages/kind.server.ts';
import { calculatorAnchor, PriceCalculator, type PriceCalculatorProps } from '#content/packages/price-calculator.tsx';
import {
  calculateQuote,
  chosenPackage,
  type Quote,
  quoteInWords,
  quoteParameters,
  quotePath,
} from '#content/packages/quote.ts';
import { Comparisons, type ComparisonsProps, ExtraCosts } from '#content/packages/section.tsx';
import { calculatorWords, packageStrings, priceLineWords } from '#content/packages/strings.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { extraCostsAnchor, pages } from '#paths.ts';
import { Band, PageBand } from '#ui/site/page-band.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { cardOfQuote } from '../cards/page-cards.server.ts';
import { DemoSection } from '../demo/demo-section.tsx';
import type { Site } from '../site.server.ts';
import { faqPage, software } from '../structured-data.server.ts';
import { pageMeta, publicPage, recordText } from './public-page.server.tsx';

export function packagesPage(site: Site): void {
  const { database, settings } = site;
  const origin = settings.publicUrl;

  publicPage(site, {
    path: pages.packages,
    shows: ['packages', 'features', 'faq'],
    hasForm: true,
    parameters: quoteParameters,
    read: async ({ vendor, form, query }) => {
      const [groups, all, faq] = await Promise.all([
        allPackageGroups(database),
        features.all(database),
        faqs.all(database),
      ]);
      const featureOfLine = new Map(
        all.flatMap(({ id, package_lines }) => linesOf(package_lines).map((line) => [line, pages.featureDetails(id)])),
      );
      const { quote } = calculateQuote(groups, query);
      const chosen = quote && chosenPackage(quote.group, quote.item, quote.students);
      return {
        ...pageMeta(vendor, 'packages', packageStrings.heading),
        ...(quote && quoteMeta(vendor, quote)),
        body: (
          <>
            <PackagesPage {...{ groups, query, origin, featureOfLine }} chosen={quote?.group} today={todayInDhaka()} />
            <FaqSection faqs={faq} />
            <DemoSection form={{ ...form, chosen }} />
          </>
        ),
        things: [software(origin, vendor, groups), ...faqPage(origin, faq)],
      };
    },
  });
}

function quoteMeta(vendor: SiteSettings, quote: Quote) {
  const { title, years } = quoteInWords(quote);
  return {
    text: recordText(vendor, 'packages', title, years),
    sharedPath: quotePath(quote),
    card: cardOfQuote(quote),
  };
}

function PackagesPage({ featureOfLine, chosen, ...props }: PriceCalculatorProps & ComparisonsProps) {
  const { groups } = props;
  const hasExtraCosts = groups.some(({ note }) => note);
  return (
    <>
      <PageBand
        id="packages-heading"
        title={packageStrings.heading}
        lead={
          <>
            {packageStrings.lead}{' '}
            {groups.length > 0 && <StitchLink href={pages.calculator}>{priceLineWords.calculator}</StitchLink>}{' '}
            {hasExtraCosts && <StitchLink href={pages.extraCosts}>{packageStrings.extraCosts}</StitchLink>}
          </>
        }
      >
        <Comparisons {...{ groups, chosen, featureOfLine }} />
        {hasExtraCosts && (
          <section id={extraCostsAnchor} aria-labelledby="extra-costs-heading">
            <h2 id="extra-costs-heading">{packageStrings.extraCosts}</h2>
            <ExtraCosts groups={groups} />
          </section>
        )}
      </PageBand>
      {groups.length > 0 && (
        <Band
          className="band-sunken"
          anchor={calculatorAnchor}
          id="calculator-heading"
          title={calculatorWords.heading}
          lead="প্রতিষ্ঠানের ধরন আর শিক্ষার্থীর সংখ্যা দিন। মানানসই প্যাকেজ আর তার পুরো খরচ দেখুন।"
        >
          <PriceCalculator {...props} />
        </Band>
      )}
    </>
  );
}
