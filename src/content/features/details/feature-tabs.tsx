import { EmptyState } from '#ui/site/empty-state.tsx';
import { RichContent } from '#ui/site/rich-content.tsx';
import type { FeatureCategory } from '../schema.ts';
import { featureStrings } from '../strings.ts';

export function FeatureTabs({ categories }: { categories: FeatureCategory[] }) {
  return (
    <>
      <TabList
        className="tab-side"
        label={featureStrings.categories}
        tabs={categories.map(({ id, name }) => ({ anchor: categoryAnchor(id), name }))}
      />
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
          <TabList
            className="tab-top"
            label={category.name}
            tabs={category.subTabs.map(({ id, name }) => ({ anchor: partAnchor(id), name }))}
          />
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

function TabList({ className, label, tabs }: { className: string; label: string; tabs: Tab[] }) {
  return (
    <nav className={`tab-list ${className}`} aria-label={label}>
      {tabs.map(({ anchor, name }, index) => (
        <a key={anchor} href={`#${anchor}`} data-first={index === 0 ? '' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

interface Tab {
  anchor: string;
  name: string;
}

function categoryAnchor(id: number): string {
  return `category-${id}`;
}

function partAnchor(id: number): string {
  return `part-${id}`;
}
