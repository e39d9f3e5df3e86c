import { districts } from '#api/districts.ts';
import { pages } from '#paths.ts';
import { clientStrings } from './client-cell.tsx';
import type { Client } from './kind.server.ts';

/** A plain GET form; nothing where no client has a kind or a district. */
export function ClientFilter({ clients, kind, district }: { clients: Client[] } & ClientQuery) {
  const kinds = countOf(clients.map((client) => client.kind));
  const places = countOf(clients.map((client) => client.district));
  if (kinds.size + places.size === 0) return null;
  return (
    <form action={pages.clients} className="clients-filter" aria-label="কাছের ও একই ধরনের প্রতিষ্ঠান খুঁজুন">
      {kinds.size > 0 && (
        <div className="field">
          <label htmlFor="kind">প্রতিষ্ঠানের ধরন</label>
          <select id="kind" name="kind" defaultValue={kind}>
            <option value="">সব ধরন</option>
            {optionsOf(kinds)}
          </select>
        </div>
      )}
      {places.size > 0 && (
        <div className="field">
          <label htmlFor="district">জেলা</label>
          <select
            id="district"
            name="district"
            defaultValue={district && !places.has(district) ? otherDistrict : district}
          >
            <option value="">সব জেলা</option>
            {optionsOf(places)}
            <option value={otherDistrict}>আমার জেলা নেই</option>
          </select>
        </div>
      )}
      <button type="submit" className="button button-primary">
        দেখুন
      </button>
      {(kind || district) && (
        <a href={pages.clients} className="stitch-link">
          সবাইকে দেখুন
        </a>
      )}
    </form>
  );
}

function optionsOf(counts: Map<string, number>) {
  return [...counts]
    .toSorted(([one], [other]) => one.localeCompare(other, 'bn'))
    .map(([name, count]) => (
      <option key={name} value={name}>
        {clientStrings.with(name, count)}
      </option>
    ));
}

function countOf(names: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Query parameters of the client list; empty means no filter. */
export const clientParameters = ['kind', 'district'] as const;

export type ClientQuery = Record<(typeof clientParameters)[number], string>;

interface Filtered extends ClientQuery {
  matches: Client[];
  near: number;
}

/** The choice of visitors whose district isn't offered. */
const otherDistrict = 'other';

/** Unknown kinds and districts are ignored. */
export function filterClients(clients: Client[], query: ClientQuery): Filtered {
  const kind = clients.some((client) => client.kind === query.kind) ? query.kind : '';
  const district = [...districts, otherDistrict].includes(query.district) ? query.district : '';
  const near = clients.filter((client) => !district || client.district === district);
  return { kind, district, near: near.length, matches: near.filter((client) => !kind || client.kind === kind) };
}
