import { pages } from '#paths.ts';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { FeatureCards } from '../feature-cards.tsx';
import type { Feature } from '../schema.ts';
import { featureStrings } from '../strings.ts';

export function RelatedFeatures({ features }: { features: Feature[] }) {
  if (features.length === 0) return null;
  return (
    <section className="band later band-surface related-features" aria-labelledby="related-heading">
      <div className="shell">
        <SectionHeading
          id="related-heading"
          title={featureStrings.related}
          aside={<StitchLink href={pages.features}>{featureStrings.all}</StitchLink>}
        />
        <FeatureCards features={features} />
      </div>
    </section>
  );
}
