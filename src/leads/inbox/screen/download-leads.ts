import { leadCalls } from '#paths.ts';
import { saveAnswer } from '#ui/admin/calls/save-answer.ts';

/** Saves the leads of a filter as a file. */
export function downloadLeads(query: string, format: 'csv' | 'xlsx'): Promise<void> {
  const asked = new URLSearchParams(query);
  asked.set('format', format);
  return saveAnswer(`${leadCalls.export}?${asked}`, `leads.${format}`);
}
