import { firstSentence } from '#cms/search/fold.server.ts';
import { ClientCell, clientStrings, StoryFigures } from '#content/clients/client-cell.tsx';
import { ClientFilter, type ClientQuery, clientParameters, filterClients } from '#content/clients/client-filter.tsx';
import { allClients, type Client, type ClientWithStory, findStory } from '#content/clients/kind.server.ts';
import { figureInWords, figuresOf } from '#content/clients/opening.ts';
import { allPackageGroups } from '#content/packages/kind.server.ts';
import { PriceLine } from '#content/packages/price-line.tsx';
import { type QuotedTestimonial, type Testimonial, testimonials } from '#content/testimonials/kind.server.ts';
import { QuoteCard } from '#content/testimonials/quote-card.tsx';
import { demoFormAnchor, pages } from '#paths.ts';
import { Breadcrumb, ShareRow } from '#ui/site/article.tsx';
import { EmptyState, PageBand } from '#ui/site/page-band.tsx';
import { PictureImage } from '#ui/site/picture-image.tsx';
import { RichContent } from '#ui/site/rich-content.tsx';
import { sharedStrings } from '#ui/site/strings.ts';
import { cardFrame, cardOfClient, cardPath } from '../cards/page-cards.server.ts';
import { DemoSection } from '../demo/demo-section.tsx';
import { isFrom } from '../home/data.server.ts';
import type { Site } from '../site.server.ts';
import { clientArticle } from '../structured-data.server.ts';
import { breadcrumbTo, pageMeta, publicPage, recordText } from './public-page.server.tsx';

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
    read: async ({ id, form, vendor, sample }) => {
      const client = await findStory(database, id);
      if (!client) return null;
      const [quotes, groups] = await Promise.all([testimonials.all(database), allPackageGroups(database)]);
      const name = client.title || clientStrings.nameless;
      const description = [
        ...figuresOf(client).map((figure) => `${figureInWords(figure)}।`),
        firstSentence(client.story),
      ].join(' ');
      const keywords = [client.kind, client.district].join(' ').trim();
      const card = cardOfClient(client);
      const path = pages.clientStory(id);
      return {
        text: recordText(vendor, 'clients', name, description, keywords),
        sheet: 'client',
        body: (
          <>
            <ClientStory
              client={client}
              address={origin + path}
              isSample={sample.has(`clients ${id}`)}
              quotes={quotesOf(
                client,
                quotes.find((quote) => isFrom(quote, client.title)),
              )}
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

function ClientsPage({ clients, query }: { clients: Client[]; query: ClientQuery }) {
  const { kind, district, matches, near } = filterClients(clients, query);
  const isFiltered = kind !== '' || district !== '';
  return (
    <PageBand
      id="clients-heading"
      title={clientStrings.heading}
      lead={
        <>
          <span lang="en">{clientStrings.headingInEnglish}</span>
          <br />
          যেসব প্রতিষ্ঠান আমাদের সফটওয়্যার ব্যবহার করে।
        </>
      }
    >
      <ClientFilter clients={clients} kind={kind} district={district} />
      {isFiltered && near > 0 && (
        <p className="clients-count" role="status">
          <b>
            {district ? clientStrings.near(near) : clientStrings.count(matches.length)}
            {district && kind && clientStrings.ofKind(matches.length)}
          </b>
          {[kind, district && clientStrings.district(district)].filter(Boolean).join(' · ')}
        </p>
      )}
      {matches.length > 0 ? (
        <ul className="clients-grid">
          {matches.map((client) => (
            <li key={client.id} id={`client-${client.id}`}>
              <ClientCell client={client} sizes="(min-width: 1024px) 110px, (min-width: 760px) 16vw, 20vw" />
              {client.picture && client.title && (
                // The logo's alternative text is the same name.
                <p aria-hidden="true">{client.title}</p>
              )}
              {client.district && <p className="client-place">{client.district}</p>}
            </li>
          ))}
        </ul>
      ) : (
        <div className="clients-none">
          {isFiltered ? (
            <>
              <EmptyState
                title="তালিকায় এখনো কেউ নেই"
                line={
                  district && near === 0
                    ? 'তালিকায় আপনার জেলার কোনো প্রতিষ্ঠান এখনো নেই। নিজের প্রতিষ্ঠানে চালিয়ে দেখতে চাইলে জানান।'
                    : 'আপনার জেলার এই ধরনের কোনো প্রতিষ্ঠান তালিকায় এখনো নেই। নিজের প্রতিষ্ঠানে চালিয়ে দেখতে চাইলে জানান।'
                }
              />
              <a href={`#${demoFormAnchor}`} className="button button-action">
                ডেমো চাই
              </a>
            </>
          ) : (
            <EmptyState />
          )}
        </div>
      )}
    </PageBand>
  );
}

/** The person of a story with what they say; another one's testimonial follows. */
function quotesOf(
  { id, person_name: name, person_role: position, person: picture }: ClientWithStory,
  testimonial: Testimonial | undefined,
): QuotedTestimonial[] {
  const quote = testimonial && { ...testimonial, story: null, isSample: false };
  if (!name) return quote ? [quote] : [];
  const person = { id, name, position, picture, description: '', story: null, isSample: false };
  if (quote?.name !== name) return quote ? [person, quote] : [person];
  return [{ ...quote, position: position || quote.position, picture: picture ?? quote.picture }];
}

interface ClientStoryProps {
  client: ClientWithStory;
  isSample: boolean;
  address: string;
  quotes: QuotedTestimonial[];
}

function ClientStory({ client, isSample, address, quotes }: ClientStoryProps) {
  const name = client.title || clientStrings.nameless;
  const { kind, district } = client;
  const about = [isSample && sharedStrings.sample, kind, district && clientStrings.district(district)];
  return (
    <div className="article-page">
      <div className="shell">
        <article className="article" aria-labelledby="client-heading">
          <Breadcrumb links={[{ href: pages.clients, text: clientStrings.heading }]} here={name} />
          <div className="matra" />
          <div className="client-head">
            {client.picture && (
              <div className="client-cell center">
                <PictureImage picture={{ ...client.picture, alt: '' }} alt="" sizes="76px" eager />
              </div>
            )}
            <div>
              {about.some(Boolean) && <p className="kicker">{about.filter(Boolean).join(' · ')}</p>}
              <h1 id="client-heading" className="article-title">
                {name}
              </h1>
            </div>
          </div>
          <StoryFigures client={client} />
          {quotes.map((quote, index) => (
            <QuoteCard key={quote.name} testimonial={quote} index={index} />
          ))}
          <RichContent html={client.story} under={1} />
          <ShareRow title={name} address={address} />
        </article>
      </div>
    </div>
  );
}
