import type { ImportAnswer } from '../schema.ts';

const fields: [string, string][] = [
  ['name', 'Name'],
  ['institute_name', 'Institute'],
  ['number', 'Number'],
  ['email', 'Email'],
  ['status', 'Stage'],
  ['lost_reason', 'Lost reason'],
  ['owner', 'Owner'],
  ['next_step', 'Next step'],
  ['next_step_on', 'Next step on'],
  ['note', 'Notes'],
  ['received', 'Received'],
  ['students', 'Students'],
  ['package_note', 'Package'],
];

interface ImportColumnsProps {
  columns: ImportAnswer['data']['columns'];
  onChange: (chosen: Record<string, string>) => void;
}

/** What each column of the file holds, as it was understood; it can be told otherwise. */
export function ImportColumns({ columns, onChange }: ImportColumnsProps) {
  const chosen = Object.fromEntries(columns.map(({ head, field }) => [head, field ?? '']));
  return (
    <details className="import-columns" open={columns.every(({ field }) => field === null)}>
      <summary>
        Columns: {columns.filter(({ field }) => field !== null).length} of {columns.length} are taken
      </summary>
      <ul>
        {columns.map(({ head, field }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same head
          <li key={index}>
            <label>
              <span lang="bn">{head || `Column ${index + 1}`}</span>
              <select
                className="control"
                value={field ?? ''}
                onChange={(event) => onChange({ ...chosen, [head]: event.target.value })}
              >
                <option value="">Leave out</option>
                {fields.map(([name, label]) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}
