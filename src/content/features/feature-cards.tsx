import { pages } from '#paths.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { Niche } from '#ui/site/niche.tsx';
import type { Feature } from './schema.ts';

/** Number of cards in the first row of a wide window; these pictures load eagerly. */
const inFirstRow = 4;

interface FeatureCardsProps {
  features: Feature[];
  level?: 'h2' | 'h3';
  /** The cards are above the fold. */
  first?: boolean;
}

export function FeatureCards({ features, level: Heading = 'h3', first = false }: FeatureCardsProps) {
  if (features.length === 0) return <EmptyState />;
  return (
    <ul className="features">
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
          </a>
        </li>
      ))}
    </ul>
  );
}
