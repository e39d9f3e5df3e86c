import { pages } from '#paths.ts';
import { divisions } from './districts.ts';
import type { AskedClients } from './filter.ts';
import type { Client } from './schema.ts';
import { words } from './words.ts';

/** A plain GET form; nothing where no client has a kind or a district. */
export function ClientFilter({ clients, kind, district }: { clients: Client[] } & AskedClients) {
  const kinds = countOf(clients.map((client) => client.kind));
  const places = countOf(clients.map((client) => client.district));
  if (kinds.size + places.size === 0) return null;
  return (
    <form action={pages.clients} className="clients-filter" aria-label={words.find}>
      {kinds.size > 0 && (
        <div className="field">
          <label htmlFor="kind">{words.kind}</label>
          <select id="kind" name="kind" defaultValue={kind}>
            <option value="">{words.anyKind}</option>
            {[...kinds].map(([name, count]) => (
              <option key={name} value={name}>
                {words.with(name, count)}
              </option>
            ))}
          </select>
        </div>
      )}
      {places.size > 0 && (
        <div className="field">
          <label htmlFor="district">{words.inDistrict}</label>
          <select id="district" name="district" defaultValue={district}>
            <option value="">{words.anyDistrict}</option>
            {Object.entries(divisions).map(([division, districts]) => (
              <optgroup key={division} label={words.division(division)}>
                {districts.map((name) => {
                  const count = places.get(name);
                  return (
                    <option key={name} value={name}>
                      {count ? words.with(name, count) : name}
                    </option>
                  );
                })}
              </optgroup>
            ))}
          </select>
        </div>
      )}
      <button type="submit" className="button button-primary">
        {words.submit}
      </button>
      {(kind || district) && (
        <a href={pages.clients} className="stitch-link">
          {words.whole}
        </a>
      )}
    </form>
  );
}

function countOf(names: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
