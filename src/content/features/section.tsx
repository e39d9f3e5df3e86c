import { pages } from '#paths.ts';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { FeatureCards } from './feature-cards.tsx';
import type { Feature } from './schema.ts';
import type { TourScreen } from './screens/schema.ts';
import { ScreenTour } from './screens/tour.tsx';
import { words } from './words.ts';

export function FeaturesSection({ features, screens }: { features: Feature[]; screens: TourScreen[] }) {
  return (
    <section className="band later band-surface" aria-labelledby="features-heading">
      <div className="shell">
        <SectionHeading
          id="features-heading"
          title={words.heading}
          lead={words.lead}
          aside={<StitchLink href={pages.features}>{words.all}</StitchLink>}
        />
        <ScreenTour screens={screens} />
        <FeatureCards features={features} />
      </div>
    </section>
  );
}
