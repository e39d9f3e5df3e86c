import { Copy, Merge, Split } from 'lucide-react';
import { ageInWords } from '#ui/admin/dates.ts';
import { phoneInWords } from '../../../lead-words.ts';
import { contactOf, type Duplicates, type Lead, type WholeLead } from '../../schema.ts';
import { StageBadge } from '../parts.tsx';
import { useDuplicates } from '../use-leads.ts';
import type { Work } from '../use-work.ts';

export const wayInWords: Record<Duplicates['data'][number]['by'], string> = {
  number: 'Same number',
  email: 'Same email',
  institute: 'Same institute',
};

/** Leads that may be the same, and those that were put into this one. */
export function DuplicatesOf({ lead, work }: { lead: WholeLead; work: Work }) {
  const { data } = useDuplicates(lead.id);
  const found = data ?? [];
  const direct = lead.merged.filter(({ merged_into_id }) => merged_into_id === lead.id);
  if (found.length === 0 && lead.merged.length === 0) return null;
  return (
    <section aria-labelledby="lead-twins">
      <h3 id="lead-twins">Duplicates</h3>
      <ul className="twins">
        {found.map(({ by, lead: twin }) => (
          <Twin key={twin.id} lead={twin} label={wayInWords[by]}>
            <button
              type="button"
              className="button button-quiet button-small"
              aria-label={`Merge into this lead: ${twin.name}, ${twin.institute_name}`}
              onClick={() => void work.merge(lead, twin)}
            >
              <Merge aria-hidden="true" />
              Merge
            </button>
          </Twin>
        ))}
        {direct.map((twin) => (
          <Twin key={twin.id} lead={twin} label="Merged into this lead">
            <button
              type="button"
              className="button button-quiet button-small"
              aria-label={`Take out again: ${twin.name}, ${twin.institute_name}`}
              onClick={() => void work.takeApart(lead, twin)}
            >
              <Split aria-hidden="true" />
              Take out
            </button>
          </Twin>
        ))}
      </ul>
    </section>
  );
}

/** A lead that may be the same, with what can be done about it. */
export function Twin({ lead, label, children }: { lead: Lead; label: string; children: React.ReactNode }) {
  return (
    <li>
      <div>
        <span className="lead-twin">
          <Copy aria-hidden="true" />
          {label}
        </span>
        <b lang="bn">{lead.institute_name}</b>
        <span lang="bn">{contactOf(lead)}</span>
        <span className="note">
          {[lead.number && phoneInWords(lead.number), lead.email, ageInWords(lead.created_at)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <StageBadge stage={lead.status} />
      </div>
      {children}
    </li>
  );
}
