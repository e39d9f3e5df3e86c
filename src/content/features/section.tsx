import { pages } from '#paths.ts';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { FeatureCards } from './feature-cards.tsx';
import type { Feature } from './schema.ts';
import type { TourScreen } from './screens/schema.ts';
import { ScreenTour } from './screens/tour.tsx';
import { featureStrings } from './strings.ts';

export function FeaturesSection({ features, screens }: { features: Feature[]; screens: TourScreen[] }) {
  return (
    <section className="band later band-surface" aria-labelledby="features-heading">
      <div className="shell">
        <SectionHeading
          id="features-heading"
          title={featureStrings.heading}
          lead={featureStrings.lead}
          aside={<StitchLink href={pages.features}>{featureStrings.all}</StitchLink>}
        />
        <ScreenTour screens={screens} />
        <FeatureCards features={features} />
      </div>
    </section>
  );
}
