import { Island } from '#ui/site/island.tsx';
import { PageBand } from '#ui/site/page-band.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { Ledgers } from './ledgers.tsx';
import { calculatorAnchor, PriceCalculator, type PriceCalculatorProps } from './price-calculator.tsx';
import { calculatorWords, words } from './words.ts';

export function PackagesPage(props: PriceCalculatorProps) {
  return (
    <>
      <PageBand id="packages-heading" title={words.heading} lead={words.lead}>
        <Ledgers groups={props.groups} level="h2" />
      </PageBand>
      {props.groups.length > 0 && (
        <section id={calculatorAnchor} className="band band-sunken" aria-labelledby="calculator-heading">
          <div className="shell">
            <SectionHeading id="calculator-heading" title={calculatorWords.heading} lead={calculatorWords.lead} />
            <Island name="price-calculator" when="touch" props={props}>
              <PriceCalculator {...props} />
            </Island>
          </div>
        </section>
      )}
    </>
  );
}
