import { notifyDone, notifyError } from '../notify.tsx';
import { headers, sendUntilAllowed, toCallError } from './api.ts';

/** Downloads with `fetch`, as a plain link can't send the token. */
export async function downloadFile(path: string, name: string): Promise<void> {
  try {
    const response = await sendUntilAllowed(() => fetch(path, { headers: { ...headers(null), Accept: '*/*' } }));
    if (!response.ok) throw toCallError(response.status, await response.json().catch(() => null));
    const filename = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    save(await response.blob(), filename ?? name);
    notifyDone(`Saved as ${filename ?? name}`);
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
