import { EmptyState } from '#ui/site/empty-state.tsx';
import { Island } from '#ui/site/island.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { ClientCarousel } from './client-carousel.tsx';
import type { Client } from './schema.ts';
import { words } from './words.ts';

export function ClientsSection({ clients }: { clients: Client[] }) {
  return (
    <section className="band later" aria-labelledby="clients-heading">
      <div className="shell">
        {clients.length === 0 ? (
          <>
            <SectionHeading id="clients-heading" title={words.heading} />
            <EmptyState />
          </>
        ) : (
          <Island name="client-carousel" when="visible" props={{ clients }}>
            <ClientCarousel clients={clients} />
          </Island>
        )}
      </div>
    </section>
  );
}
