import { bengaliDigits } from '#api/text.ts';
import { pages } from '#paths.ts';
import { CarouselControls, useCarousel } from '#ui/site/carousel.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { PictureImage } from '#ui/site/picture-image.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import type { Client, ClientWithStory } from './kind.server.ts';
import { figuresOf } from './opening.ts';

interface ClientCellProps {
  client: Client;
  sizes: string;
}

export function ClientCell({ client, sizes }: ClientCellProps) {
  const name = client.title || clientStrings.nameless;
  // The client's own name overrides the library's alternative text.
  const picture = client.picture && client.title ? { ...client.picture, alt: client.title } : client.picture;
  const logo = picture ? <PictureImage picture={picture} alt={name} sizes={sizes} /> : <span>{name}</span>;
  if (!client.has_story) {
    return (
      <div className="client-cell center" data-id={client.id}>
        {logo}
      </div>
    );
  }
  return (
    <a href={pages.clientStory(client.id)} className="client-cell center client-told">
      {logo}
      <b>
        <span className="sr-only">: </span>
        গল্প পড়ুন
      </b>
    </a>
  );
}

export function ClientCarousel({ clients }: { clients: Client[] }) {
  const carousel = useCarousel('clients-heading');
  return (
    <div {...carousel.rootProps}>
      <SectionHeading
        id="clients-heading"
        title={clientStrings.heading}
        aside={<CarouselControls carousel={carousel} controls="clients-row" row={clientStrings.heading} />}
      />
      <div {...carousel.viewProps}>
        <div id="clients-row" className="carousel-track carousel-clients" aria-live={carousel.live}>
          {clients.map((client, index) => (
            <div key={client.id} {...carousel.slideProps(index, clients.length)}>
              <ClientCell client={client} sizes="(min-width: 1024px) 82px, (min-width: 600px) 20vw, 28vw" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

export function StoryFigures({ client }: { client: ClientWithStory }) {
  const figures = figuresOf(client);
  if (figures.length === 0) return null;
  return (
    <dl className="story-figures">
      {figures.map(({ measure, before, after }) => (
        <div key={measure}>
          <dt>{measure}</dt>
          <dd>
            {before && (
              <>
                <span>
                  <span className="sr-only">আগে </span>
                  {before}
                </span>
                <Icon name="arrow" />
                <span className="sr-only">এখন </span>
              </>
            )}
            <b>{after}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export const clientStrings = {
  heading: 'সম্মানিত গ্রাহক তালিকা',
  /** The heading of the specification, for readers of English. */
  headingInEnglish: 'list of honoured customers',
  nameless: 'গ্রাহক প্রতিষ্ঠান',
  district: (name: string) => `${name} জেলা`,
  with: (name: string, count: number) => `${name} (${bengaliDigits(count)})`,
  count: (count: number) => `${bengaliDigits(count)}টি প্রতিষ্ঠান`,
  near: (count: number) => `আপনার জেলায় ${bengaliDigits(count)}টি প্রতিষ্ঠান`,
  ofKind: (count: number) => `, এই ধরনের ${bengaliDigits(count)}টি`,
} as const;
