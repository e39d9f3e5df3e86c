import { pages } from '#paths.ts';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { FeatureCards } from './feature-cards.tsx';
import type { Feature } from './schema.ts';
import { words } from './words.ts';

export function FeaturesSection({ features }: { features: Feature[] }) {
  return (
    <section className="band later band-surface" aria-labelledby="features-heading">
      <div className="shell">
        <SectionHeading
          id="features-heading"
          title={words.heading}
          lead={words.lead}
          aside={<StitchLink href={pages.features}>{words.all}</StitchLink>}
        />
        <FeatureCards features={features} />
      </div>
    </section>
  );
}
