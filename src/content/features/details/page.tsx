import { pages } from '#paths.ts';
import { Breadcrumb, ShareRow } from '#ui/site/article.tsx';
import { Island } from '#ui/site/island.tsx';
import { Niche } from '#ui/site/niche.tsx';
import { Band, EmptyState } from '#ui/site/page-band.tsx';
import { RichContent } from '#ui/site/rich-content.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import type { Feature, FeatureCategory, FeatureDetails } from '../data.server.ts';
import { FeatureScreens } from '../screens/tour.tsx';
import { FeatureCards, featureStrings } from '../section.tsx';

interface FeatureDetailsProps {
  feature: FeatureDetails;
  /** To share; a preview has none. */
  address?: string;
}

export function FeatureDetailsPage({ feature, address }: FeatureDetailsProps) {
  return (
    <div className="feature-page">
      <div className="shell">
        <Breadcrumb links={[{ href: pages.features, text: featureStrings.heading }]} here={feature.title} />
        <div className="feature-head">
          <Niche picture={feature.picture} sizes="88px" />
          <h1>{feature.title}</h1>
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
        {address && <ShareRow title={feature.title} address={address} />}
      </div>
    </div>
  );
}

function FeatureTabs({ categories }: { categories: FeatureCategory[] }) {
  return (
    <>
      <TabList className="tab-side" label="বিভাগ" tabs={categories} anchorOf={categoryAnchor} />
      <div className="tab-set">
        {categories.map((category) => (
          <CategoryPanel key={category.id} category={category} />
        ))}
      </div>
    </>
  );
}

function CategoryPanel({ category }: { category: FeatureCategory }) {
  const anchor = categoryAnchor(category.id);
  return (
    <section id={anchor} className="tab-panel" aria-labelledby={`${anchor}-name`}>
      <h2 id={`${anchor}-name`}>{category.name}</h2>
      {category.subTabs.length === 0 ? (
        <EmptyState />
      ) : (
        <>
          <TabList className="tab-top" label={category.name} tabs={category.subTabs} anchorOf={partAnchor} />
          <div className="tab-set">
            {category.subTabs.map(({ id, name, content }) => (
              <section key={id} id={partAnchor(id)} className="tab-panel" aria-labelledby={`${partAnchor(id)}-name`}>
                <h3 id={`${partAnchor(id)}-name`}>{name}</h3>
                {content ? <RichContent html={content} under={3} /> : <EmptyState />}
              </section>
            ))}
          </div>
        </>
      )}
    </section>
  );
}

interface TabListProps {
  className: string;
  label: string;
  tabs: { id: number; name: string }[];
  anchorOf: (id: number) => string;
}

function TabList({ className, label, tabs, anchorOf }: TabListProps) {
  return (
    <nav className={`tab-list ${className}`} aria-label={label}>
      {tabs.map(({ id, name }, index) => (
        <a key={id} href={`#${anchorOf(id)}`} data-first={index === 0 ? '' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

const categoryAnchor = (id: number) => `category-${id}`;
const partAnchor = (id: number) => `part-${id}`;

export function RelatedFeatures({ features }: { features: Feature[] }) {
  if (features.length === 0) return null;
  return (
    <Band
      className="later band-surface related-features"
      id="related-heading"
      title="সঙ্গে আরও যা আছে"
      aside={<StitchLink href={pages.features}>{featureStrings.all}</StitchLink>}
    >
      <FeatureCards features={features} />
    </Band>
  );
}
