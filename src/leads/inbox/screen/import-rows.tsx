import { CircleAlert, CircleCheck, Copy } from 'lucide-react';
import { useState } from 'react';
import type { ImportAnswer, ImportRow } from '../../lead/schema.ts';
import { phoneInWords } from '../../lead/words.ts';

const results = {
  new: { name: 'New', icon: CircleCheck },
  duplicate: { name: 'There already', icon: Copy },
  invalid: { name: 'Can’t be taken', icon: CircleAlert },
} as const;

/** More lines than this nobody reads; the counts tell the rest. */
const most = 200;

/** What would become of each line. */
export function ImportRows({ answer: { rows, counts } }: { answer: ImportAnswer['data'] }) {
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
              <Line key={row.line} row={row} />
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

function Line({ row }: { row: ImportRow }) {
  const { name, icon: Icon } = results[row.result];
  const problems = Object.entries(row.errors).map(
    ([field, messages]) => `${field.replaceAll('_', ' ')}: ${messages[0]}`,
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
        {row.name}
      </td>
      <td>
        {phoneInWords(row.number)}
        <br />
        {row.email}
      </td>
    </tr>
  );
}
