import { demoFormAnchor } from '#paths.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { PageBand } from '#ui/site/page-band.tsx';
import { ClientCell } from './client-cell.tsx';
import { ClientFilter } from './client-filter.tsx';
import { type ClientQuery, filterClients } from './filter.ts';
import type { Client } from './schema.ts';
import { clientStrings } from './strings.ts';

export function ClientsPage({ clients, query }: { clients: Client[]; query: ClientQuery }) {
  const { kind, district, matches: shown, near } = filterClients(clients, query);
  const isFiltered = kind !== '' || district !== '';
  return (
    <PageBand
      id="clients-heading"
      title={clientStrings.heading}
      lead={
        <>
          <span lang="en">{clientStrings.headingInEnglish}</span>
          <br />
          {clientStrings.agreed}
        </>
      }
    >
      <ClientFilter clients={clients} kind={kind} district={district} />
      {isFiltered && near > 0 && (
        <p className="clients-count" role="status">
          <b>
            {district ? clientStrings.near(near) : clientStrings.count(shown.length)}
            {district && kind && clientStrings.ofKind(shown.length)}
          </b>
          {[kind, district && clientStrings.district(district)].filter(Boolean).join(' · ')}
        </p>
      )}
      {shown.length > 0 ? (
        <ul className="clients-grid">
          {shown.map((client) => (
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
              <EmptyState line={district && near === 0 ? clientStrings.nobodyNear : clientStrings.nobody} />
              <a href={`#${demoFormAnchor}`} className="button button-action">
                {clientStrings.ask}
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
