import { pages } from '#paths.ts';
import { Island } from '#ui/site/island.tsx';
import { Band } from '#ui/site/page-band.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { ClientCarousel, ClientCell, clientStrings } from './client-cell.tsx';
import type { Client } from './kind.server.ts';

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

const maxClients = 8;

export function ClientsTeaser({ clients }: { clients: Client[] }) {
  if (clients.length === 0) return null;
  return (
    <Band
      className="later band-surface"
      id="clients-heading"
      title={clientStrings.heading}
      aside={<StitchLink href={pages.clients}>সব গ্রাহক দেখুন</StitchLink>}
    >
      <ul className="clients-row">
        {clients.slice(0, maxClients).map((client) => (
          <li key={client.id}>
            <ClientCell client={client} sizes="(min-width: 1024px) 97px, 16vw" />
          </li>
        ))}
      </ul>
    </Band>
  );
}
