import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Copy, FileUp } from 'lucide-react';
import { useState } from 'react';
import { toDataUrl } from '#cms/pictures/read-picture.ts';
import { language, t } from '#i18n/text.ts';
import { leadCalls } from '#paths.ts';
import { api, messageOf, type Written } from '#ui/admin/calls/api.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyResult, notifyUndoable } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { useFileInput } from '#ui/form/use-file-input.tsx';
import { TableHead } from '#ui/table/table.tsx';
import type { ImportResult, ImportRow } from '../../lead/schema.ts';
import { contactOf, leadLimits, nameOfColumn, phoneInWords } from '../../lead/strings.ts';

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [file, setFile] = useState<{ name: string; content: Content } | null>(null);
  const [duplicates, setDuplicates] = useState(false);
  const [answer, setAnswer] = useState<ImportResult | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  async function attempt(act: () => Promise<void>) {
    setBusy(true);
    setProblem('');
    await act().catch((error: unknown) => setProblem(messageOf(error)));
    setBusy(false);
  }

  async function send(
    content: Content,
    columns: Record<string, string>,
    dry_run: boolean,
  ): Promise<Written<ImportResult>> {
    const body = { ...content, columns, dry_run, add_duplicates: duplicates };
    const given = await api.post<Written<ImportResult>>(leadCalls.import, body);
    setAnswer(given.data);
    return given;
  }

  async function undo(id: number) {
    await notifyResult(api.delete(leadCalls.imported.replace(':id', String(id))));
    await queries.invalidateQueries();
  }

  const choose = (chosen: File) =>
    attempt(async () => {
      setAnswer(null);
      const content = await readContent(chosen);
      setFile({ name: chosen.name, content });
      await send(content, {}, true);
    });

  const add = (content: Content, columns: Record<string, string>) =>
    attempt(async () => {
      const { data, message } = await send(content, columns, false);
      const { import_id } = data;
      if (import_id === null) notifyDone(message);
      else notifyUndoable(message, () => void undo(import_id));
      await queries.invalidateQueries();
      onClose();
    });

  const counts = answer?.counts;
  const adding = counts ? counts.new + (duplicates ? counts.duplicate : 0) : 0;
  return (
    <Modal title="Import leads" onClose={onClose}>
      <div className="import">
        <p className="note">
          An Excel workbook (its first sheet) or a CSV file with heads such as Name, Institute, Number, Email, Stage,
          Next step, Notes — or {'নাম, প্রতিষ্ঠান, মোবাইল নম্বর, ইমেইল'}. Nobody is mailed.
        </p>
        <FileDrop name={file?.name} onChoose={(chosen) => void choose(chosen)} />
        {problem && (
          <div className="notice notice-bad" role="alert">
            <p>{problem}</p>
          </div>
        )}
        {answer && file && (
          <>
            <ImportColumns
              columns={answer.columns}
              onChange={(columns) => void attempt(async () => void (await send(file.content, columns, true)))}
            />
            <ImportRows answer={answer} asCells={'xlsx' in file.content} />
            {answer.counts.duplicate > 0 && (
              <label className="check">
                <input type="checkbox" checked={duplicates} onChange={() => setDuplicates(!duplicates)} />
                <span>Also add the {answer.counts.duplicate} that are there already</span>
              </label>
            )}
          </>
        )}
        <DialogButtons onCancel={onClose}>
          <button
            type="button"
            className="button button-primary"
            disabled={!file || adding === 0}
            aria-busy={busy}
            onClick={() => !busy && file && answer && void add(file.content, fieldsByHead(answer.columns))}
          >
            {busy && <Spinner />}
            {adding === 1 ? 'Import 1 lead' : `Import ${adding} leads`}
          </button>
        </DialogButtons>
      </div>
    </Modal>
  );
}

function FileDrop({ name, onChoose }: { name: string | undefined; onChoose: (file: File) => void }) {
  const options = { accept: '.xlsx,.csv,.txt,.tsv,text/csv', label: 'Excel or CSV file' };
  const { input, dropping, open } = useFileInput(([file]) => file && onChoose(file), options);
  return (
    <>
      {input}
      <button type="button" className="image-drop import-drop" onClick={open} {...dropping}>
        <b>
          <FileUp />
          {name ?? 'Choose an Excel or CSV file'}
        </b>
        <span>{name ? 'Choose another one' : 'or drop it here'}</span>
      </button>
    </>
  );
}

const fields: Record<string, string> = t({
  name: 'Name',
  institute_name: 'Institute',
  number: 'Number',
  email: 'Email',
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
});

interface ImportColumnsProps {
  columns: ImportResult['columns'];
  onChange: (chosen: Record<string, string>) => void;
}

function ImportColumns({ columns, onChange }: ImportColumnsProps) {
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
                onChange={(event) => onChange({ ...fieldsByHead(columns), [head]: event.target.value })}
              >
                <option value="">Leave out</option>
                {Object.entries(fields).map(([name, label]) => (
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

/** Of columns with the same head the first one counts. */
function fieldsByHead(columns: ImportColumnsProps['columns']): Record<string, string> {
  return Object.fromEntries([...columns].reverse().map(({ head, field }) => [head, field ?? '']));
}

type Content = { csv: string } | { xlsx: string };

/** @throws {Error} with a message for the user */
async function readContent(file: File): Promise<Content> {
  if (file.size > leadLimits.importBytes) throw new Error(t('The file is too large. Split it into smaller ones.'));
  if (/\.xlsx$/i.test(file.name)) {
    const url = await toDataUrl(file).catch(() => Promise.reject(new Error(t('The file can’t be read.'))));
    return { xlsx: url.replace(/^data:[^,]*,/, '') };
  }
  if (/\.xls$/i.test(file.name)) throw new Error(t('Save the workbook as .xlsx and choose it again.'));
  return { csv: await readTextFile(file) };
}

/** Reads UTF-8, or UTF-16 with a byte order mark. @throws {Error} with a message for the user */
async function readTextFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(t('The file is no UTF-8 text. Save it as “CSV UTF-8” and choose it again.'));
  }
}

const results = t({
  new: { name: 'New', icon: CircleCheck },
  duplicate: { name: 'There already', icon: Copy },
  invalid: { name: 'Can’t be taken', icon: CircleAlert },
} as const);

const maxShown = 200;

function ImportRows({ answer, asCells }: { answer: ImportResult; asCells: boolean }) {
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="table-scroll import-table" aria-label="Dry run: what would become of each line" tabIndex={0}>
        <table className="table">
          <TableHead heads={t(['Line', 'Result', 'Who', 'Reach'])} />
          <tbody>
            {some.slice(0, maxShown).map((row) => (
              <Line key={row.line} row={row} placeOf={(field) => (asCells ? cellOf(answer, row, field) : '')} />
            ))}
          </tbody>
        </table>
      </section>
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
  const problems = Object.entries(row.errors).map(
    ([field, messages]) =>
      `${placeOf(field)}${(language() === 'bn' && fields[field]) || field.replaceAll('_', ' ')}: ${messages[0]}`,
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
