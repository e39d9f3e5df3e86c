import { Clock, SlidersHorizontal, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useUser } from '#accounts/session.ts';
import { SearchBox } from '#ui/admin/list/search-box.tsx';
import { stageNames, stages } from '../../lead-words.ts';
import { DateFilter } from './date-filter.tsx';
import type { Filter } from './use-filter.ts';
import { useOwners } from './use-leads.ts';

/** Which leads are shown. On a phone all but the search wait behind a button. */
export function Filters({ filter }: { filter: Filter }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { value, change } = filter;
  const chosen = ['status', 'owner', 'date_from', 'date_to', 'overdue'].filter((name) =>
    value(name as 'status'),
  ).length;
  return (
    <search className="lead-filters">
      <SearchBox
        asked={value('search')}
        onSearch={(search) => change({ search }, true)}
        label="Search leads by name, institute, number or email"
        placeholder="Name, institute, number or email"
      />
      <button
        type="button"
        className="button button-quiet filters-opener"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal aria-hidden="true" />
        Filters{chosen > 0 && ` (${chosen})`}
      </button>
      <div className="filters-rest" id={id} data-open={open || undefined}>
        {!filter.isBoard && (
          <Choice label="Stage" value={value('status')} onChange={(status) => change({ status })}>
            <option value="">All stages</option>
            {stages.map((stage) => (
              <option key={stage} value={stage}>
                {stageNames[stage]}
              </option>
            ))}
          </Choice>
        )}
        <OwnerChoice filter={filter} />
        <DateFilter filter={filter} />
        <button
          type="button"
          className="button button-quiet toggle"
          aria-pressed={value('overdue') === '1'}
          onClick={() => change({ overdue: value('overdue') ? '' : '1' })}
        >
          <Clock aria-hidden="true" />
          Overdue only
        </button>
        {!filter.isBoard && !filter.inTrash && (
          <Choice label="Order" value={value('sort')} onChange={(sort) => change({ sort })}>
            <option value="">Newest first</option>
            <option value="waiting">Longest waiting first</option>
            <option value="next_step">Next step first</option>
            <option value="changed">Changed last first</option>
          </Choice>
        )}
        {filter.isFiltered && (
          <button type="button" className="button button-text" onClick={() => filter.take('')}>
            <X aria-hidden="true" />
            Clear
          </button>
        )}
      </div>
    </search>
  );
}

function OwnerChoice({ filter: { value, change } }: { filter: Filter }) {
  const owners = useOwners();
  const me = useUser();
  return (
    <Choice label="Owner" value={value('owner')} onChange={(owner) => change({ owner })}>
      <option value="">Owner: anyone</option>
      {me && <option value={me.id}>Mine</option>}
      <option value="none">Nobody’s</option>
      {owners
        .filter(({ id }) => id !== me?.id)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </Choice>
  );
}

function Choice(props: { label: string; value: string; onChange: (value: string) => void; children: React.ReactNode }) {
  return (
    <select
      className="control"
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    >
      {props.children}
    </select>
  );
}
