import { notifyDone, notifyFailed } from '../notify.tsx';
import { headers, refusal, sendUntilAllowed } from './api.ts';
import { messageOf } from './call-error.ts';

/** Downloads with `fetch`, as a plain link can't send the token. */
export async function saveAnswer(path: string, name: string): Promise<void> {
  try {
    const response = await sendUntilAllowed(() => fetch(path, { headers: { ...headers(null), Accept: '*/*' } }));
    if (!response.ok) throw refusal(response.status, await response.json().catch(() => null));
    const given = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    save(await response.blob(), given ?? name);
    notifyDone(`Saved as ${given ?? name}`);
  } catch (error) {
    notifyFailed(messageOf(error));
  }
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
