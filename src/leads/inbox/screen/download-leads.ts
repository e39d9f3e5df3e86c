import { leadCalls } from '#paths.ts';
import { headers, refusal } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';

/** Saves the leads of a filter as a file. A plain link could not carry the token. */
export async function downloadLeads(query: string, format: 'csv' | 'xlsx'): Promise<void> {
  const asked = new URLSearchParams(query);
  asked.set('format', format);
  try {
    const response = await fetch(`${leadCalls.export}?${asked}`, { headers: { ...headers(null), Accept: '*/*' } });
    if (!response.ok) throw refusal(response.status, await response.json().catch(() => null));
    const name =
      /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? `leads.${format}`;
    save(await response.blob(), name);
    notifyDone(`Saved as ${name}`);
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
