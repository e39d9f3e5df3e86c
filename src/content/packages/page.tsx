import { PageBand } from '#ui/site/page-band.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { Comparisons } from './comparison.tsx';
import { calculatorAnchor, PriceCalculator, type PriceCalculatorProps } from './price-calculator.tsx';
import { calculatorWords, packageStrings } from './strings.ts';

export function PackagesPage(props: PriceCalculatorProps) {
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
