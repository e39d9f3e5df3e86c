import { pageAddresses } from '#content/pages/addresses.ts';
import { pageAt } from '#content/pages/data.server.ts';
import { WrittenPageView } from '#content/pages/page.tsx';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import type { Site } from '../site.server.ts';
import { publicPage } from './public-page.server.tsx';

/** Privacy and terms. */
export function legalPages(site: Site): void {
  for (const address of ['privacy', 'terms'] as const) {
    const { path, name } = pageAddresses[address];
    publicPage(site, {
      path,
      shows: ['pages'],
      read: async ({ vendor }) => {
        const page = await pageAt(site.database, address);
        const title = page?.title ?? name;
        const since = page && dayInDhaka(new Date(page.updated_at));
        return {
          text: { title: `${title} | ${vendor.name}`, description: `${title}, ${vendor.name}`, keywords: title },
          sheet: 'article',
          body: <WrittenPageView title={title} content={page?.content ?? null} since={since} />,
          breadcrumb: [{ name: title, path }],
        };
      },
    });
  }
}
