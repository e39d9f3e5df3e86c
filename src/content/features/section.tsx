import { pages } from '#paths.ts';
import { CarouselControls } from '#ui/site/carousel.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { Island } from '#ui/site/island.tsx';
import { Niche } from '#ui/site/niche.tsx';
import { EmptyState, PageBand } from '#ui/site/page-band.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import type { Feature } from './data.server.ts';
import type { TourScreen } from './screens/data.server.ts';
import { ScreenTour, tourId } from './screens/tour.tsx';

export function FeaturesSection({ features, screens }: { features: Feature[]; screens: TourScreen[] }) {
  return (
    <section className="band later band-surface" aria-labelledby="features-heading">
      <div className="shell">
        <Island name="feature-tour" when="touch" props={{}}>
          <SectionHeading
            id="features-heading"
            title={featureStrings.heading}
            lead={featureStrings.lead}
            aside={
              <>
                <StitchLink href={pages.features}>{featureStrings.all}</StitchLink>
                {screens.length > 0 && (
                  <CarouselControls carousel={{ moves: true }} controls={tourId} row={featureStrings.heading} />
                )}
              </>
            }
          />
          <ScreenTour screens={screens} />
        </Island>
        <FeatureCards features={features} />
      </div>
    </section>
  );
}

export function FeaturesPage({ features, captions }: Pick<FeatureCardsProps, 'features' | 'captions'>) {
  return (
    <PageBand id="features-heading" title={featureStrings.heading} lead={featureStrings.lead}>
      <FeatureCards {...{ features, captions }} level="h2" first />
    </PageBand>
  );
}

/** Number of cards in the first row of a wide window; these pictures load eagerly. */
const inFirstRow = 4;

interface FeatureCardsProps {
  features: Feature[];
  /** A sentence by feature, below its name. */
  captions?: ReadonlyMap<number, string> | undefined;
  level?: 'h2' | 'h3';
  /** The cards are above the fold. */
  first?: boolean;
}

export function FeatureCards({ features, captions, level: Heading = 'h3', first = false }: FeatureCardsProps) {
  if (features.length === 0) return <EmptyState />;
  return (
    <ul className={captions ? 'features features-captioned' : 'features'}>
      {features.map((feature, index) => (
        <li key={feature.id}>
          <a href={pages.featureDetails(feature.id)} className="feature-card">
            <Niche
              picture={feature.picture}
              sizes="(min-width: 1264px) 185px, (min-width: 760px) 15vw, 20vw"
              eager={first && index < inFirstRow}
            />
            <Heading className="feature-title">
              {feature.title}
              <Icon name="arrow" />
            </Heading>
            {captions?.has(feature.id) && <p>{captions.get(feature.id)}</p>}
          </a>
        </li>
      ))}
    </ul>
  );
}

export const featureStrings = {
  heading: 'ফিচার',
  lead: 'যে কাজটি দরকার, সেটিতে চাপ দিয়ে দেখুন।',
  all: 'সব ফিচার দেখুন',
  /** Of a page by itself, in a list of a search engine. */
  title: (name: string) => `${name}: শিক্ষাপ্রতিষ্ঠানের সফটওয়্যার`,
} as const;
