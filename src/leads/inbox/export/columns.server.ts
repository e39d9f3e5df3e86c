import { phoneInWords, stageNames } from '../../lead-words.ts';
import type { Lead } from '../schema.ts';

/** A lead with what staff noted about it. */
export type ExportedLead = Lead & { notes: string };

/** What may leave the house, by the name that the call takes; the heads are those that an import knows. */
const exportColumns = {
  id: { head: 'ID', value: ({ id }) => String(id) },
  received: { head: 'Received', value: ({ created_at }) => inDhaka(created_at) },
  name: { head: 'Name', value: ({ name }) => name },
  institute_name: { head: 'Institute', value: ({ institute_name }) => institute_name },
  number: { head: 'Number', value: ({ number }) => phoneInWords(number) },
  email: { head: 'Email', value: ({ email }) => email },
  status: { head: 'Stage', value: ({ status }) => stageNames[status] },
  status_since: { head: 'Stage since', value: ({ status_since }) => inDhaka(status_since) },
  lost_reason: { head: 'Lost reason', value: ({ lost_reason }) => lost_reason ?? '' },
  owner: { head: 'Owner', value: ({ owner }) => owner?.name ?? '' },
  next_step: { head: 'Next step', value: ({ next_step }) => next_step ?? '' },
  next_step_on: { head: 'Next step on', value: ({ next_step_on }) => next_step_on ?? '' },
  notes: { head: 'Notes', value: ({ notes }) => notes },
  page: { head: 'Page', value: ({ page }) => page ?? '' },
  referrer: { head: 'Referrer', value: ({ referrer }) => referrer ?? '' },
  utm_source: { head: 'UTM source', value: ({ utm_source }) => utm_source ?? '' },
  utm_medium: { head: 'UTM medium', value: ({ utm_medium }) => utm_medium ?? '' },
  utm_campaign: { head: 'UTM campaign', value: ({ utm_campaign }) => utm_campaign ?? '' },
  students: { head: 'Students', value: ({ students }) => students ?? '' },
  package_note: { head: 'Package', value: ({ package_note }) => package_note ?? '' },
} as const satisfies Record<string, { head: string; value: (lead: ExportedLead) => string }>;

export type ExportColumn = keyof typeof exportColumns;

export const exportColumnNames = Object.keys(exportColumns) as [ExportColumn, ...ExportColumn[]];

export function headsOf(columns: ExportColumn[]): string[] {
  return columns.map((column) => exportColumns[column].head);
}

export function cellsOf(lead: ExportedLead, columns: ExportColumn[]): string[] {
  return columns.map((column) => exportColumns[column].value(lead));
}

const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Dhaka' });

/** '2026-12-05 16:20' */
function inDhaka(moment: string): string {
  return time.format(new Date(moment));
}
