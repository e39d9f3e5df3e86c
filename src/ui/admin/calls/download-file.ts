import { notifyDone, notifyError } from '../notify.tsx';
import { readAnswer, requestHeaders, sendUntilAllowed } from './api.ts';

/** Downloads with `fetch`, as a plain link can't send the token. */
export async function downloadFile(path: string, name: string): Promise<void> {
  try {
    const response = await sendUntilAllowed(() => fetch(path, { headers: { ...requestHeaders(null), Accept: '*/*' } }));
    const disposition = response.headers.get('content-disposition');
    // Only files have it.
    if (!disposition) throw await readAnswer(response, 'message');
    const filename = /filename="([\w.-]+)"/.exec(disposition)?.[1] ?? name;
    save(await response.blob(), filename);
    notifyDone(`Saved as ${filename}`);
  } catch (error) {
    notifyError(error);
  }
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
