import { pages } from '#paths.ts';
import { Breadcrumb } from '#ui/site/breadcrumb.tsx';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { Island } from '#ui/site/island.tsx';
import { Niche } from '#ui/site/niche.tsx';
import type { FeatureDetails } from '../schema.ts';
import { FeatureScreens } from '../screens/tour.tsx';
import { featureStrings } from '../strings.ts';
import { FeatureTabs } from './feature-tabs.tsx';

export function FeatureDetailsPage({ feature }: { feature: FeatureDetails }) {
  return (
    <section className="feature-page" aria-labelledby="feature-heading">
      <div className="shell">
        <Breadcrumb links={[{ href: pages.features, text: featureStrings.heading }]} here={feature.title} />
        <div className="feature-head">
          <Niche picture={feature.picture} sizes="88px" />
          <h1 id="feature-heading">{feature.title}</h1>
        </div>
        <div className="matra" />
        <FeatureScreens screens={feature.screens} />
        {feature.categories.length === 0 ? (
          <div className="feature-empty">
            <EmptyState />
          </div>
        ) : (
          <Island name="feature-tabs" when="hash" props={{}} className="feature-tabs">
            <FeatureTabs categories={feature.categories} />
          </Island>
        )}
      </div>
    </section>
  );
}
