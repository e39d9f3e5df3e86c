import { CircleAlert, CircleCheck, Copy } from 'lucide-react';
import { useState } from 'react';
import type { ImportAnswer, ImportRow } from '../../lead/schema.ts';
import { contactOf, phoneInWords } from '../../lead/strings.ts';

const results = {
  new: { name: 'New', icon: CircleCheck },
  duplicate: { name: 'There already', icon: Copy },
  invalid: { name: 'Can’t be taken', icon: CircleAlert },
} as const;

const most = 200;

export function ImportRows({ answer, asCells }: { answer: ImportAnswer['data']; asCells: boolean }) {
  const { rows, counts } = answer;
  const [shown, setShown] = useState<ImportRow['result'] | null>(null);
  const some = rows.filter(({ result }) => shown === null || result === shown);
  return (
    <>
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="table-scroll import-table" aria-label="Dry run: what would become of each line" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Result</th>
              <th scope="col">Who</th>
              <th scope="col">Reach</th>
            </tr>
          </thead>
          <tbody>
            {some.slice(0, most).map((row) => (
              <Line key={row.line} row={row} placeOf={(field) => (asCells ? cellOf(answer, row, field) : '')} />
            ))}
          </tbody>
        </table>
      </section>
      {some.length > most && (
        <p className="note">
          The first {most} of {some.length} lines.
        </p>
      )}
    </>
  );
}

/** 'C7: ', the reference of the cell in a workbook; empty if no column holds the field. */
function cellOf({ columns }: ImportAnswer['data'], { line }: ImportRow, field: string): string {
  let place = columns.findIndex((column) => column.field === field) + 1;
  let letters = '';
  for (; place > 0; place = Math.floor((place - 1) / 26))
    letters = String.fromCharCode(65 + ((place - 1) % 26)) + letters;
  return letters && `${letters}${line}: `;
}

function Line({ row, placeOf }: { row: ImportRow; placeOf: (field: string) => string }) {
  const { name, icon: Icon } = results[row.result];
  const problems = Object.entries(row.errors).map(
    ([field, messages]) => `${placeOf(field)}${field.replaceAll('_', ' ')}: ${messages[0]}`,
  );
  return (
    <tr>
      <td>{row.line}</td>
      <td>
        <span className="import-result" data-result={row.result}>
          <Icon aria-hidden="true" />
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
