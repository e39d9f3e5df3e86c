import { EmptyState } from '#ui/site/empty-state.tsx';
import { PageBand } from '#ui/site/page-band.tsx';
import { ClientCell } from './client-cell.tsx';
import type { Client } from './schema.ts';
import { words } from './words.ts';

export function ClientsPage({ clients }: { clients: Client[] }) {
  return (
    <PageBand id="clients-heading" title={words.heading} lead={<span lang="en">{words.headingInEnglish}</span>}>
      {clients.length === 0 ? (
        <EmptyState />
      ) : (
        <ul className="clients-grid">
          {clients.map((client) => (
            <li key={client.id}>
              <ClientCell client={client} sizes="(min-width: 1024px) 113px, (min-width: 380px) 17vw, 27vw" />
              {client.picture && client.title && (
                // The logo is read out under this name already.
                <p aria-hidden="true">{client.title}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </PageBand>
  );
}
