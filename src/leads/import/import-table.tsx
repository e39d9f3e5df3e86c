import { t } from '#i18n/text.ts';
import type { ImportResult } from '../lead/schema.ts';

/** How a file is to be read; what is left out is found by itself. */
export interface ImportReading extends Partial<Pick<ImportResult, 'sheet' | 'head_row'>> {
  date_order?: string;
  /** In the order of the columns. */
  columns?: (string | null)[];
}

export function readingOf({ sheet, head_row, date_order, columns }: ImportResult) {
  return { sheet, head_row, date_order, columns: columns.map(({ field }) => field ?? '') };
}

export const fields: Record<string, string> = t({
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  institute_name: 'Institute',
  number: 'Number',
  email: 'Email',
  district: 'District',
  status: 'Stage',
  lost_reason: 'Lost reason',
  owner: 'Owner',
  next_step: 'Next step',
  next_step_on: 'Next step on',
  note: 'Notes',
  received: 'Received',
  students: 'Students',
  package_note: 'Package',
  value: 'Value in taka',
  source: 'Source',
  campaign: 'Campaign',
  medium: 'Advertisement',
});

interface ImportTableProps {
  answer: ImportResult;
  onChange: (reading: ImportReading) => void;
}

/** The table of the file as it is read, where sheet, heads, dates and columns can be chosen otherwise. */
export function ImportTable({ answer, onChange }: ImportTableProps) {
  const { sheets, sheet, lines, head_row } = answer;
  return (
    <>
      <div className="import-reading">
        {sheets.length > 1 && (
          <Choice
            label="Sheet"
            value={sheet ?? ''}
            options={sheets.map((each) => [each.name, sheetLabel(each)])}
            onChoose={(name) => onChange({ sheet: name })}
          />
        )}
        {lines.length > 0 && (
          <Choice
            label="Row with the heads of the columns"
            value={String(head_row)}
            options={[
              ['0', t('None: the list begins at once')],
              ...lines.map(({ line, text }): Option => [String(line), `${line}: ${text}`]),
            ]}
            onChoose={(line) => onChange({ sheet, head_row: Number(line) })}
          />
        )}
        {answer.date_order_unsure && (
          <Choice
            label="What is 5/11/2026 in this file?"
            value={answer.date_order}
            options={[
              ['day_first', t('5 November 2026')],
              ['month_first', t('11 May 2026')],
            ]}
            onChoose={(order) => onChange({ ...readingOf(answer), date_order: order })}
          />
        )}
      </div>
      {answer.columns.length > 0 && <Preview answer={answer} onChange={onChange} />}
    </>
  );
}

function Preview({ answer, onChange }: ImportTableProps) {
  const reading = readingOf(answer);
  return (
    <section
      className="import-preview"
      aria-label="The first rows of the file, and what each column is"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            {answer.columns.map(({ head, field }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same head
              <th scope="col" key={index} data-taken={field !== null}>
                <Choice
                  label={head || t`Column ${index + 1}`}
                  value={field ?? ''}
                  options={[['', t('Leave out')], ...Object.entries(fields)]}
                  onChoose={(name) =>
                    onChange({ ...reading, columns: reading.columns.map((each, at) => (at === index ? name : each)) })
                  }
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody lang="bn">
          {answer.preview.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file may be the same
            <tr key={row}>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells too
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function sheetLabel({ name, rows, hidden }: ImportResult['sheets'][number]): string {
  if (rows === 0) return t`${name} (empty)`;
  return hidden ? t`${name} (hidden, ${rows} rows)` : t`${name} (${rows} rows)`;
}

type Option = [value: string, label: string];

interface ChoiceProps {
  label: string;
  value: string;
  options: Option[];
  onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select className="control" value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
