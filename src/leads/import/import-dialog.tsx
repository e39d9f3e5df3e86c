import { CircleAlert, CircleCheck, Copy, FileUp } from 'lucide-react';
import { useState } from 'react';
import { toDataUrl } from '#cms/pictures/read-picture.ts';
import { language, t } from '#i18n/text.ts';
import { leadCalls, withId } from '#paths.ts';
import { api, CallError, messageOf, useReload, type Written } from '#ui/admin/calls/api.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyResult, notifyUndoable } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { useFileInput } from '#ui/form/use-file-input.tsx';
import { TableHead } from '#ui/table/table.tsx';
import type { ImportResult, ImportRow } from '../lead/schema.ts';
import { contactOf, leadLimits, nameOfColumn, phoneInWords } from '../lead/strings.ts';
import { fields, type ImportReading, ImportTable, readingOf } from './import-table.tsx';

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const reload = useReload();
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

  async function send(content: Content, reading: ImportReading, dry_run: boolean): Promise<Written<ImportResult>> {
    const body = { ...content, ...reading, dry_run, add_duplicates: duplicates };
    try {
      const given = await api.post<Written<ImportResult>>(leadCalls.import, body);
      setAnswer(given.data);
      return given;
    } catch (error) {
      // Another sheet or row of heads may be what can be read.
      if (error instanceof CallError && error.data) setAnswer(error.data as ImportResult);
      throw error;
    }
  }

  async function undo(id: number) {
    await notifyResult(api.delete(withId(leadCalls.imported, id)));
    await reload();
  }

  const choose = (chosen: File) =>
    attempt(async () => {
      setAnswer(null);
      setFile(null);
      const content = await readContent(chosen);
      setFile({ name: chosen.name, content });
      await send(content, {}, true);
    });

  const add = (content: Content, shown: ImportResult) =>
    attempt(async () => {
      const { data, message } = await send(content, readingOf(shown), false);
      const { import_id } = data;
      if (import_id === null) notifyDone(message);
      else notifyUndoable(message, () => void undo(import_id));
      await reload();
      onClose();
    });

  const counts = answer?.counts;
  const hasContact = answer?.columns.some(({ field }) => field === 'number' || field === 'email') ?? false;
  const adding = counts ? counts.new + (duplicates ? counts.duplicate : 0) : 0;
  return (
    <Modal title="Import leads" onClose={onClose}>
      <div className="import">
        {!file && (
          <p className="note">
            Choose an Excel workbook or a CSV file as it is: your own list, or an export of Facebook Lead Ads or Google
            Forms. First you see what would become of each row. Nobody is mailed.
          </p>
        )}
        <FileDrop name={file?.name} onChoose={(chosen) => void choose(chosen)} />
        {problem && (
          <div className="notice notice-bad" role="alert">
            <p>{problem}</p>
          </div>
        )}
        {answer && file && (
          <>
            {/* A choice made before the answer to the last one would be lost. */}
            <fieldset className="import-choices" disabled={busy}>
              <ImportTable
                answer={answer}
                onChange={(reading) => void attempt(async () => void (await send(file.content, reading, true)))}
              />
            </fieldset>
            {!hasContact && !problem && (
              <p className="notice notice-warn">Say above which column holds the phone number or the e-mail address.</p>
            )}
            {hasContact && counts && counts.rows > 0 && <ImportRows answer={answer} asCells={'xlsx' in file.content} />}
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
            onClick={() => !busy && file && answer && void add(file.content, answer)}
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

/** Reads UTF-8 and UTF-16. @throws {Error} with a message for the user */
async function readTextFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  // Without a byte order mark the first head may be a Latin one.
  const isUtf16 = (first === 0xff && second === 0xfe) || second === 0;
  const encoding = isUtf16 ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(
      t(
        'The file is no UTF-8 text, so its Bengali can’t be read. Save it as “CSV UTF-8” or as .xlsx and choose it again.',
      ),
    );
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
