import { Merge, Split } from 'lucide-react';
import { Writers } from '#ui/admin/may-write.tsx';
import type { WholeLead } from '../../lead/schema.ts';
import { DuplicateItem, wayInWords } from '../screen/parts.tsx';
import { useDuplicates } from '../screen/use-leads.ts';
import type { LeadWork } from '../screen/use-work.ts';

export function DuplicatesOf({ lead, work }: { lead: WholeLead; work: LeadWork }) {
  const { data } = useDuplicates(lead.id);
  const found = data ?? [];
  const direct = lead.merged.filter(({ merged_into_id }) => merged_into_id === lead.id);
  if (found.length === 0 && lead.merged.length === 0) return null;
  return (
    <section aria-labelledby="lead-twins">
      <h3 id="lead-twins">Duplicates</h3>
      <ul className="twins">
        {found.map(({ by, lead: duplicate }) => (
          <DuplicateItem key={duplicate.id} lead={duplicate} label={wayInWords[by]}>
            <Writers>
              <button
                type="button"
                className="button button-quiet button-small"
                aria-label={`Merge into this lead: ${duplicate.name}, ${duplicate.institute_name}`}
                onClick={() => void work.merge(lead, duplicate)}
              >
                <Merge aria-hidden="true" />
                Merge
              </button>
            </Writers>
          </DuplicateItem>
        ))}
        {direct.map((duplicate) => (
          <DuplicateItem key={duplicate.id} lead={duplicate} label="Merged into this lead">
            <Writers>
              <button
                type="button"
                className="button button-quiet button-small"
                aria-label={`Take out again: ${duplicate.name}, ${duplicate.institute_name}`}
                onClick={() => void work.takeApart(lead, duplicate)}
              >
                <Split aria-hidden="true" />
                Take out
              </button>
            </Writers>
          </DuplicateItem>
        ))}
      </ul>
    </section>
  );
}
