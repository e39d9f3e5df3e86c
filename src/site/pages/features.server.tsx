import { linesOf } from '#api/text.ts';
import { describeFeature, features, findFeature, relatedFeatures } from '#content/features/data.server.ts';
import { FeatureDetailsPage, RelatedFeatures } from '#content/features/details/page.tsx';
import { tourOfScreens } from '#content/features/screens/data.server.ts';
import { FeaturesPage, featureStrings } from '#content/features/section.tsx';
import { allPackageGroups } from '#content/packages/kind.server.ts';
import { PriceLine } from '#content/packages/price-line.tsx';
import { pages } from '#paths.ts';
import { cardOfFeature } from '../cards/page-cards.server.ts';
import { DemoSection } from '../demo/demo-section.tsx';
import type { Site } from '../site.server.ts';
import { breadcrumbTo, pageMeta, publicPage, recordText } from './public-page.server.tsx';

export function featurePages(site: Site): void {
  const { database, settings } = site;

  publicPage(site, {
    path: pages.features,
    shows: ['features'],
    hasForm: true,
    read: async ({ vendor, form }) => {
      const [all, screens] = await Promise.all([features.all(database), tourOfScreens(database)]);
      return {
        ...pageMeta(vendor, 'features', featureStrings.heading),
        body: (
          <>
            <FeaturesPage features={all} captions={new Map(screens.map((one) => [one.feature.id, one.caption]))} />
            <DemoSection form={form} sunken />
          </>
        ),
      };
    },
  });

  publicPage(site, {
    path: pages.featureDetails,
    shows: ['features', 'packages'],
    hasForm: true,
    read: async ({ id, form, vendor }) => {
      const feature = await findFeature(database, id);
      if (!feature) return null;
      const [related, groups] = await Promise.all([relatedFeatures(database, feature), allPackageGroups(database)]);
      const names = feature.categories.map(({ name }) => name).join(', ');
      return {
        text: recordText(vendor, 'features', featureStrings.title(feature.title), describeFeature(feature), names),
        sheet: 'feature',
        body: (
          <>
            <FeatureDetailsPage feature={feature} address={settings.publicUrl + pages.featureDetails(id)} />
            <RelatedFeatures features={related} />
            <PriceLine groups={groups} lines={linesOf(feature.package_lines)} />
            <DemoSection form={form} />
          </>
        ),
        card: cardOfFeature(feature),
        breadcrumb: breadcrumbTo(pages.features, featureStrings.heading, feature.title, pages.featureDetails(id)),
      };
    },
  });
}
