import { useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { type ImportAnswer, leadLimits } from '../../lead/schema.ts';
import { ImportRows } from './import-rows.tsx';

/** A file is chosen, looked at in a dry run, mended by choosing columns, and only then imported. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null);
  const [columns, setColumns] = useState<Record<string, string>>({});
  const [duplicates, setDuplicates] = useState(false);
  const [answer, setAnswer] = useState<ImportAnswer['data'] | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  async function send(csv: string, chosen: Record<string, string>, dryRun: boolean): Promise<void> {
    setBusy(true);
    setProblem('');
    try {
      const body = { csv, columns: chosen, dry_run: dryRun, add_duplicates: duplicates };
      const { data, message } = await api.post<ImportAnswer>(leadCalls.import, body);
      setAnswer(data);
      if (dryRun) return;
      notifyDone(message);
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
      const csv = await readTextFile(chosen);
      setFile({ name: chosen.name, csv });
      await send(csv, {}, true);
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
          A CSV file with heads such as Name, Institute, Number, Email, Stage, Next step, Notes — or নাম, প্রতিষ্ঠান, মোবাইল
          নম্বর, ইমেইল. Nobody is mailed.
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,text/csv"
          className="sr-only"
          tabIndex={-1}
          aria-label="CSV file"
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
            {file ? file.name : 'Choose a CSV file'}
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
                void send(file.csv, chosen, true);
              }}
            />
            <ImportRows answer={answer} />
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
            onClick={() => !busy && file && void send(file.csv, columns, false)}
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
];

interface ImportColumnsProps {
  columns: ImportAnswer['data']['columns'];
  onChange: (chosen: Record<string, string>) => void;
}

/** What each column of the file holds, as it was understood; it can be told otherwise. */
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

/** The text of a file as spreadsheet programs write it: UTF-8, or UTF-16 with a mark. @throws with what to do about it */
async function readTextFile(file: File): Promise<string> {
  if (file.size > leadLimits.importBytes) throw new Error('The file is too large. Split it into smaller ones.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The file is no UTF-8 text. Save it as “CSV UTF-8” and choose it again.');
  }
}
