import { Island } from '#ui/site/island.tsx';
import { ClientCarousel } from './client-carousel.tsx';
import type { Client } from './schema.ts';

export function ClientsSection({ clients }: { clients: Client[] }) {
  return (
    <section className="band later" aria-labelledby="clients-heading">
      <div className="shell">
        <Island name="client-carousel" when="visible" props={{ clients }}>
          <ClientCarousel clients={clients} />
        </Island>
      </div>
    </section>
  );
}
