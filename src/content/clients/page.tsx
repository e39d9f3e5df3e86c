import { demoFormAnchor } from '#paths.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { PageBand } from '#ui/site/page-band.tsx';
import { ClientCell } from './client-cell.tsx';
import { ClientFilter } from './client-filter.tsx';
import { type AskedClients, filterClients } from './filter.ts';
import type { Client } from './schema.ts';
import { words } from './words.ts';

export function ClientsPage({ clients, asked }: { clients: Client[]; asked: AskedClients }) {
  const { kind, district, shown, near } = filterClients(clients, asked);
  const isAsked = kind !== '' || district !== '';
  return (
    <PageBand
      id="clients-heading"
      title={words.heading}
      lead={
        <>
          <span lang="en">{words.headingInEnglish}</span>
          <br />
          {words.agreed}
        </>
      }
    >
      <ClientFilter clients={clients} kind={kind} district={district} />
      {isAsked && near > 0 && (
        <p className="clients-count" role="status">
          <b>
            {district ? words.near(near) : words.count(shown.length)}
            {district && kind && words.ofKind(shown.length)}
          </b>
          {[kind, district && words.district(district)].filter(Boolean).join(' · ')}
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
          {isAsked ? (
            <>
              <EmptyState line={district && near === 0 ? words.nobodyNear : words.nobody} />
              <a href={`#${demoFormAnchor}`} className="button button-action">
                {words.ask}
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
