import { pages } from '#paths.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { Niche } from '#ui/site/niche.tsx';
import type { Feature } from './schema.ts';

/** All the niches of the wall. The level of their headings depends on the page that shows them. */
export function FeatureCards({ features, level: Heading = 'h3' }: { features: Feature[]; level?: 'h2' | 'h3' }) {
  if (features.length === 0) return <EmptyState />;
  return (
    <ul className="features">
      {features.map((feature) => (
        <li key={feature.id}>
          <a href={pages.featureDetails(feature.id)} className="feature-card">
            <Niche picture={feature.picture} sizes="(min-width: 1264px) 185px, (min-width: 760px) 15vw, 30vw" />
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
