import { plainText } from '#cms/search/plain-text.server.ts';
import { allClients, findStory } from '#content/clients/data.server.ts';
import { clientParameters } from '#content/clients/filter.ts';
import { ClientsPage } from '#content/clients/page.tsx';
import { ClientStory } from '#content/clients/story.tsx';
import { clientStrings } from '#content/clients/strings.ts';
import { allPackageGroups } from '#content/packages/data.server.ts';
import { PriceLine } from '#content/packages/price-line.tsx';
import { testimonials } from '#content/testimonials/data.server.ts';
import { QuoteCard } from '#content/testimonials/quote-card.tsx';
import { pages } from '#paths.ts';
import { cardFrame, cardOfClient, cardPath } from '../cards/page-cards.server.ts';
import { isFrom } from '../clients/quotes.ts';
import { DemoSection } from '../demo/demo-section.tsx';
import type { Site } from '../site.server.ts';
import { clientArticle } from '../structured/content.ts';
import { breadcrumbTo, pageMeta, recordText } from './page-meta.server.ts';
import { publicPage } from './public-page.server.tsx';

export function clientPages(site: Site): void {
  const { database, settings } = site;
  const origin = settings.publicUrl;

  publicPage(site, {
    path: pages.clients,
    shows: ['clients'],
    hasForm: true,
    parameters: clientParameters,
    read: async ({ vendor, form, query }) => ({
      ...pageMeta(vendor, 'clients', clientStrings.heading),
      body: (
        <>
          <ClientsPage clients={await allClients(database)} query={query} />
          <DemoSection form={form} sunken />
        </>
      ),
    }),
  });

  publicPage(site, {
    path: pages.clientStory,
    shows: ['clients', 'testimonials', 'packages'],
    hasForm: true,
    read: async ({ id, form, vendor }) => {
      const client = await findStory(database, id);
      if (!client) return null;
      const [quotes, groups] = await Promise.all([testimonials.all(database), allPackageGroups(database)]);
      const quote = quotes.find((each) => isFrom(each, client.title));
      const name = client.title || clientStrings.nameless;
      const keywords = [client.kind, client.district].join(' ').trim();
      const card = cardOfClient(client);
      const path = pages.clientStory(id);
      return {
        text: recordText(vendor, 'clients', name, plainText(client.story), keywords),
        sheet: 'client',
        body: (
          <>
            <ClientStory
              client={client}
              address={origin + path}
              quote={quote && <QuoteCard testimonial={{ ...quote, story: null }} index={0} />}
            />
            <PriceLine groups={groups} />
            <DemoSection form={form} />
          </>
        ),
        card,
        breadcrumb: breadcrumbTo(pages.clients, clientStrings.heading, name, path),
        things: [clientArticle(origin, vendor, client, cardPath(card, cardFrame(vendor, origin)))],
      };
    },
  });
}
