import { CircleAlert, CircleCheck, Copy } from 'lucide-react';
import { useState } from 'react';
import { language, t } from '#i18n/text.ts';
import { TableHead } from '#ui/table/table.tsx';
import type { ImportResult, ImportRow } from '../lead/schema.ts';
import { contactOf, nameOfColumn, phoneInWords } from '../lead/strings.ts';
import { fields } from './import-table.tsx';

const results = t({
  new: { name: 'New', icon: CircleCheck },
  duplicate: { name: 'There already', icon: Copy },
  invalid: { name: 'Can’t be taken', icon: CircleAlert },
} as const);

const maxShown = 200;

export function ImportRows({ answer, asCells }: { answer: ImportResult; asCells: boolean }) {
  const { rows, counts } = answer;
  const [shown, setShown] = useState<ImportRow['result'] | null>(null);
  const some = rows.filter(({ result }) => shown === null || result === shown);
  return (
    <>
      <p>
        Rows below the heads: {counts.rows}, of them blank: {counts.blank}
      </p>
      <fieldset className="import-counts">
        <legend className="sr-only">Show lines</legend>
        {(['new', 'duplicate', 'invalid'] as const).map((result) => (
          <button
            type="button"
            key={result}
            className="button button-quiet button-small"
            aria-pressed={shown === result}
            onClick={() => setShown(shown === result ? null : result)}
          >
            {counts[result]} {results[result].name.toLowerCase()}
          </button>
        ))}
      </fieldset>
      <table className="import-rows" aria-label="Dry run: what would become of each line">
        <TableHead heads={t(['Line', 'Result', 'Who', 'Reach'])} />
        <tbody>
          {some.slice(0, maxShown).map((row) => (
            <Line key={row.line} row={row} placeOf={(field) => (asCells ? cellOf(answer, row, field) : '')} />
          ))}
        </tbody>
      </table>
      {some.length > maxShown && (
        <p className="note">
          The first {maxShown} of {some.length} lines.
        </p>
      )}
    </>
  );
}

/** 'C7: ', the reference of the cell in a workbook; empty if no column holds the field. */
function cellOf({ columns }: ImportResult, { line }: ImportRow, field: string): string {
  const column = columns.findIndex((each) => each.field === field) + 1;
  return column > 0 ? `${nameOfColumn(column)}${line}: ` : '';
}

function Line({ row, placeOf }: { row: ImportRow; placeOf: (field: string) => string }) {
  const { name, icon: Icon } = results[row.result];
  const labelOf = (field: string) => (language() === 'bn' && fields[field]) || field.replaceAll('_', ' ');
  const problems = Object.entries(row.errors).map(([field, messages]) =>
    field === 'line' ? messages[0] : `${placeOf(field)}${labelOf(field)}: ${messages[0]}`,
  );
  return (
    <tr>
      <td>{row.line}</td>
      <td>
        <span className="import-result row" data-result={row.result}>
          <Icon />
          {name}
        </span>
        {[row.note, ...problems].filter(Boolean).map((text) => (
          <span className="note import-note" key={text}>
            {text}
          </span>
        ))}
      </td>
      <td lang="bn">
        <b>{row.institute_name}</b>
        <br />
        {contactOf(row)}
      </td>
      <td>
        {phoneInWords(row.number)}
        <br />
        {row.email}
      </td>
    </tr>
  );
}
