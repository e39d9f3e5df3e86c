import { PageBand } from '#ui/site/page-band.tsx';
import { FeatureCards } from './feature-cards.tsx';
import type { Feature } from './schema.ts';
import { words } from './words.ts';

export function FeaturesPage({ features }: { features: Feature[] }) {
  return (
    <PageBand id="features-heading" title={words.heading} lead={words.lead}>
      <FeatureCards features={features} level="h2" first />
    </PageBand>
  );
}
