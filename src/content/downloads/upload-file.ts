import { adminCalls } from '#paths.ts';
import { headers, toCallError } from '#ui/admin/calls/api.ts';
import { CallError } from '#ui/admin/calls/call-error.ts';
import { signInAgain } from '#ui/admin/calls/prompts.ts';

interface Upload {
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Uploads a file and returns its address. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export async function uploadFile(file: File, upload: Upload): Promise<string> {
  let { status, answer } = await send(file, upload);
  if (status === 401 && (await signInAgain.ask(null))) ({ status, answer } = await send(file, upload));
  const url = (answer as { data?: { file_url?: string } } | null)?.data?.file_url;
  if (status === 201 && url) return url;
  // The form has no field `file`, so its error becomes the message.
  const { fields, message } = toCallError(status, answer);
  throw new CallError(status, fields.file?.[0] ?? message);
}

function send(file: File, { onProgress, signal }: Upload): Promise<{ status: number; answer: unknown }> {
  const body = new FormData();
  body.append('file', file);
  const request = new XMLHttpRequest();
  request.open('POST', adminCalls.uploads);
  request.responseType = 'json';
  for (const [name, value] of Object.entries(headers(null))) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  signal.addEventListener('abort', () => request.abort());
  return new Promise((resolve, reject) => {
    request.onload = () => resolve({ status: request.status, answer: request.response });
    request.onerror = () => reject(new CallError(0, 'The upload broke off. Check your connection and try again.'));
    request.onabort = () => reject(new CallError(0, 'Stopped.'));
    request.send(body);
  });
}
