import { adminCalls } from '#paths.ts';
import { headers, readAnswer, sendUntilAllowed } from '#ui/admin/calls/api.ts';
import { CallError } from '#ui/admin/calls/call-error.ts';

interface Upload {
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Uploads a file and returns its address. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export async function uploadFile(file: File, upload: Upload): Promise<string> {
  try {
    const response = await sendUntilAllowed(() => send(file, upload));
    return (await readAnswer<{ data: { file_url: string } }>(response, 'data')).data.file_url;
  } catch (error) {
    // The form has no field `file`, so its error becomes the message.
    const message = error instanceof CallError && error.fields.file?.[0];
    throw message ? new Error(message) : error;
  }
}

function send(file: File, { onProgress, signal }: Upload): Promise<Response> {
  const body = new FormData();
  body.append('file', file);
  const request = new XMLHttpRequest();
  request.open('POST', adminCalls.uploads);
  for (const [name, value] of Object.entries(headers(null))) request.setRequestHeader(name, value);
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
