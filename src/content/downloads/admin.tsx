import { CircleAlert, RefreshCw, Upload, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { z } from 'zod/mini';
import type { FormOf } from '#api/shapes.ts';
import { Cut, fieldsOf, nameColumn, type RecordKind, statusColumn } from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { formatBytes } from '#cms/pictures/read-picture.ts';
import { adminCalls, pages } from '#paths.ts';
import { CallError, messageOf, readAnswer, requestHeaders, sendUntilAllowed } from '#ui/admin/calls/api.ts';
import { FormColumns } from '#ui/form/form-card.tsx';
import { StatusSwitch } from '#ui/form/text-field.tsx';
import { useFileInput } from '#ui/form/use-file-input.tsx';
import type { Column } from '#ui/table/table.tsx';
import type { downloadRecordSchema, downloadShapes } from './kind.server.ts';
import './admin.css';

type DownloadRow = z.infer<typeof downloadRecordSchema>;
type Form = FormOf<typeof downloadShapes>;

const { TextField } = fieldsOf<Form>();

const kind: RecordKind<DownloadRow, Form> = {
  path: adminCalls.downloads,
  title: 'Download info',
  one: 'download',
  empty: { title: '', file_url: '', status: true },
  nameOf: ({ title }) => title,
  onSite: () => pages.downloads,
};

const columns: Column<DownloadRow>[] = [
  nameColumn('Title', 'title'),
  {
    head: 'File',
    cell: ({ file_url, file_name, file_size }) => (
      <Cut>
        <a href={file_url} target="_blank" rel="noopener noreferrer" className="file-link">
          {file_name ?? file_url}
        </a>
        {file_size !== null && <span className="note"> {formatBytes(file_size)}</span>}
      </Cut>
    ),
  },
  statusColumn,
];

export default function DownloadsAdmin() {
  return (
    <ListScreen
      kind={kind}
      columns={columns}
      ordered
      fields={() => (
        <FormColumns
          side={
            <>
              <UploadField />
              <StatusSwitch />
            </>
          }
        >
          <TextField name="title" label="Title" required />
          <TextField
            name="file_url"
            label="File address"
            type="url"
            required
            hint="Upload a file, or write an address that begins with https://."
          />
        </FormColumns>
      )}
    />
  );
}

function UploadField() {
  const { setValue, clearErrors } = useFormContext();
  const address = String(useWatch({ name: 'file_url' }) ?? '');
  return (
    <UploadBox
      address={address}
      onUploaded={(url) => {
        setValue('file_url', url, { shouldDirty: true });
        clearErrors('file_url');
      }}
    />
  );
}

const maxFileSize = 50 * 2 ** 20;

type State =
  | { status: 'idle' }
  | { status: 'sending'; file: File; part: number; stop: AbortController }
  | { status: 'done'; file: File; url: string }
  | { status: 'failed'; file: File; message: string; canRetry: boolean };

/** Uploads with progress; a failed upload can be retried without choosing the file again. */
function UploadBox({ address, onUploaded }: { address: string; onUploaded: (url: string) => void }) {
  const [state, setState] = useState<State>({ status: 'idle' });
  const files = useFileInput(([file]) => void send(file));
  // The form was saved, cleared, or filled from another row.
  const isStale = state.status === 'done' && state.url !== address;
  useEffect(() => {
    if (isStale) setState({ status: 'idle' });
  }, [isStale]);

  async function send(file: File | undefined) {
    if (!file) return;
    if (file.size > maxFileSize) {
      const message = `This file has ${formatBytes(file.size)}. Choose one of at most ${formatBytes(maxFileSize)}.`;
      setState({ status: 'failed', file, message, canRetry: false });
      return;
    }
    const stop = new AbortController();
    setState({ status: 'sending', file, part: 0, stop });
    try {
      const onProgress = (part: number) => setState({ status: 'sending', file, part, stop });
      const url = await uploadFile(file, { onProgress, signal: stop.signal });
      setState({ status: 'done', file, url });
      onUploaded(url);
    } catch (error) {
      if (stop.signal.aborted) setState({ status: 'idle' });
      else setState({ status: 'failed', file, message: messageOf(error), canRetry: true });
    }
  }

  return (
    <div className="field">
      <span className="label" id="upload-label">
        File
      </span>
      <button
        type="button"
        className="image-drop upload-drop"
        id="upload"
        aria-labelledby="upload-label upload"
        onClick={files.open}
        {...files.dropping}
      >
        <b>
          <Upload />
          {state.status === 'done' ? 'Replace file' : 'Choose file'}
        </b>
        <span>
          {state.status === 'idle' ? 'Drop a file, up to 50 MB' : `${state.file.name}, ${formatBytes(state.file.size)}`}
        </span>
      </button>
      {files.input}
      <UploadState state={state} onRetry={send} />
    </div>
  );
}

function UploadState({ state, onRetry }: { state: State; onRetry: (file: File) => void }) {
  if (state.status === 'idle') return null;
  if (state.status === 'done') {
    return (
      <p className="note" role="status">
        Uploaded. Submit the form to publish it.
      </p>
    );
  }
  if (state.status === 'failed') {
    return (
      <div className="field-error" role="alert">
        <CircleAlert />
        <span>{state.message}</span>
        {state.canRetry && (
          <button type="button" className="button button-quiet button-small" onClick={() => onRetry(state.file)}>
            <RefreshCw />
            Retry
          </button>
        )}
      </div>
    );
  }
  const percent = Math.round(state.part * 100);
  return (
    <div className="upload-row row">
      <div
        className="upload-progress"
        role="progressbar"
        aria-label={`Uploading ${state.file.name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div style={{ width: `${percent}%` }} />
      </div>
      <span className="note">{percent}%</span>
      <button type="button" className="row-action" aria-label="Stop the upload" onClick={() => state.stop.abort()}>
        <X />
      </button>
    </div>
  );
}

interface Sending {
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Uploads a file and returns its address. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
async function uploadFile(file: File, upload: Sending): Promise<string> {
  try {
    const response = await sendUntilAllowed(() => send(file, upload));
    return (await readAnswer<{ data: { file_url: string } }>(response, 'data')).data.file_url;
  } catch (error) {
    // The form has no field `file`, so its error becomes the message.
    const message = error instanceof CallError && error.fields.file?.[0];
    throw message ? new Error(message) : error;
  }
}

function send(file: File, { onProgress, signal }: Sending): Promise<Response> {
  const body = new FormData();
  body.append('file', file);
  const request = new XMLHttpRequest();
  request.open('POST', adminCalls.uploads);
  for (const [name, value] of Object.entries(requestHeaders(null))) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  signal.addEventListener('abort', () => request.abort());
  return new Promise((resolve, reject) => {
    // A 204 must have no body.
    request.onload = () => resolve(new Response(request.responseText || null, request));
    request.onerror = () => reject(new CallError(0, 'The upload broke off. Check your connection and try again.'));
    request.onabort = () => reject(new CallError(0, 'Stopped.'));
    request.send(body);
  });
}
