import { CarouselControls, useCarousel } from '#ui/site/carousel.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { ClientCell } from './client-cell.tsx';
import type { Client } from './schema.ts';
import { clientStrings } from './strings.ts';

export function ClientCarousel({ clients }: { clients: Client[] }) {
  const carousel = useCarousel('clients-heading');
  return (
    <div {...carousel.rootProps}>
      <SectionHeading
        id="clients-heading"
        title={clientStrings.heading}
        aside={<CarouselControls carousel={carousel} controls="clients-row" />}
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
