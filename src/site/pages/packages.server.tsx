import { faqs } from '#content/faq/data.server.ts';
import { FaqSection } from '#content/faq/section.tsx';
import { chosenPackage } from '#content/packages/chosen-package.ts';
import { allPackageGroups } from '#content/packages/data.server.ts';
import { PackagesPage } from '#content/packages/page.tsx';
import { calculateQuote, quoteParameters } from '#content/packages/quote.ts';
import { packageStrings } from '#content/packages/strings.ts';
import { pages } from '#paths.ts';
import { DemoSection } from '../demo/demo-section.tsx';
import type { Site } from '../site.server.ts';
import { faqPage } from '../structured/content.ts';
import { software } from '../structured/software.ts';
import { pageMeta } from './page-meta.server.ts';
import { publicPage } from './public-page.server.tsx';

export function packagesPage(site: Site): void {
  const { database, settings } = site;
  const origin = settings.publicUrl;

  publicPage(site, {
    path: pages.packages,
    shows: ['packages', 'faq'],
    hasForm: true,
    parameters: quoteParameters,
    read: async ({ vendor, form, query }) => {
      const [groups, faq] = await Promise.all([allPackageGroups(database), faqs.all(database)]);
      const { quote } = calculateQuote(groups, query);
      const chosen = quote && chosenPackage(quote.group, quote.item, quote.students);
      return {
        ...pageMeta(vendor, 'packages', packageStrings.heading),
        body: (
          <>
            <PackagesPage groups={groups} query={query} origin={origin} />
            <FaqSection faqs={faq} />
            <DemoSection form={{ ...form, chosen }} />
          </>
        ),
        things: [software(origin, vendor, groups), ...faqPage(origin, faq)],
      };
    },
  });
}
