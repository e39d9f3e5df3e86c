import { PageBand } from '#ui/site/page-band.tsx';
import { FeatureCards } from './feature-cards.tsx';
import type { Feature } from './schema.ts';
import { featureStrings } from './strings.ts';

export function FeaturesPage({ features }: { features: Feature[] }) {
  return (
    <PageBand id="features-heading" title={featureStrings.heading} lead={featureStrings.lead}>
      <FeatureCards features={features} level="h2" first />
    </PageBand>
  );
}
