import { useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyUndoable } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { leadLimits } from '../../lead/limits.ts';
import type { ImportAnswer } from '../../lead/schema.ts';
import { askToUndoImport } from '../undo-import.ts';
import { ImportRows } from './import-rows.tsx';

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<{ name: string; content: Content } | null>(null);
  const [columns, setColumns] = useState<Record<string, string>>({});
  const [duplicates, setDuplicates] = useState(false);
  const [answer, setAnswer] = useState<ImportAnswer['data'] | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  async function send(content: Content, chosen: Record<string, string>, dryRun: boolean): Promise<void> {
    setBusy(true);
    setProblem('');
    try {
      const body = { ...content, columns: chosen, dry_run: dryRun, add_duplicates: duplicates };
      const { data, message } = await api.post<ImportAnswer>(leadCalls.import, body);
      setAnswer(data);
      if (dryRun) return;
      const { import_id } = data;
      if (import_id === null) notifyDone(message);
      else notifyUndoable(message, () => void askToUndoImport(import_id).then(() => queries.invalidateQueries()));
      await queries.invalidateQueries();
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  async function choose(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    setAnswer(null);
    setColumns({});
    try {
      const content = await readContent(chosen);
      setFile({ name: chosen.name, content });
      await send(content, {}, true);
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  const counts = answer?.counts;
  const adding = counts ? counts.new + (duplicates ? counts.duplicate : 0) : 0;
  return (
    <Modal title="Import leads" onClose={onClose}>
      <div className="import">
        <p className="note">
          An Excel workbook (its first sheet) or a CSV file with heads such as Name, Institute, Number, Email, Stage,
          Next step, Notes — or নাম, প্রতিষ্ঠান, মোবাইল নম্বর, ইমেইল. Nobody is mailed.
        </p>
        <input
          ref={input}
          type="file"
          accept=".xlsx,.csv,.txt,.tsv,text/csv"
          className="sr-only"
          tabIndex={-1}
          aria-label="Excel or CSV file"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <button
          type="button"
          className="image-drop import-drop"
          onClick={() => input.current?.click()}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void choose(event.dataTransfer.files[0]);
          }}
        >
          <b>
            <FileUp aria-hidden="true" />
            {file ? file.name : 'Choose an Excel or CSV file'}
          </b>
          <span>{file ? 'Choose another one' : 'or drop it here'}</span>
        </button>
        {problem && (
          <div className="notice notice-bad" role="alert">
            <p>{problem}</p>
          </div>
        )}
        {answer && file && (
          <>
            <ImportColumns
              columns={answer.columns}
              onChange={(chosen) => {
                setColumns(chosen);
                void send(file.content, chosen, true);
              }}
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
            onClick={() => !busy && file && void send(file.content, columns, false)}
          >
            {busy && <Spinner />}
            {adding === 1 ? 'Import 1 lead' : `Import ${adding} leads`}
          </button>
        </DialogButtons>
      </div>
    </Modal>
  );
}

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
  ['value', 'Value in taka'],
];

interface ImportColumnsProps {
  columns: ImportAnswer['data']['columns'];
  onChange: (chosen: Record<string, string>) => void;
}

function ImportColumns({ columns, onChange }: ImportColumnsProps) {
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

type Content = { csv: string } | { xlsx: string };

/** @throws {Error} with a message for the user */
async function readContent(file: File): Promise<Content> {
  if (file.size > leadLimits.importBytes) throw new Error('The file is too large. Split it into smaller ones.');
  if (/\.xlsx$/i.test(file.name)) return { xlsx: await readAsBase64(file) };
  if (/\.xls$/i.test(file.name)) throw new Error('Save the workbook as .xlsx and choose it again.');
  return { csv: await readTextFile(file) };
}

function readAsBase64(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
  reader.onerror = () => reject(new Error('The file can’t be read.'));
  reader.readAsDataURL(file);
  return promise;
}

/** Reads UTF-8, or UTF-16 with a byte order mark. @throws {Error} with a message for the user */
async function readTextFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The file is no UTF-8 text. Save it as “CSV UTF-8” and choose it again.');
  }
}
