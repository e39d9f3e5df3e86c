import { cleanAddress, cleanLine, cleanText, latinDigits, lengthOf } from '#api/text.ts';
import { leadLimits } from '../lead/limits.ts';
import type { Owner } from '../lead/schema.ts';
import { type Stage, stageNames, stages } from '../lead/strings.ts';
import { readEmail, readNumber, readTaka } from '../lead/texts.server.ts';
import type { ImportField } from './import-file.server.ts';

export interface ImportedLead {
  name: string;
  institute_name: string;
  /** E.164, or empty if the file has none. */
  number: string;
  email: string;
  stage: Stage;
  lost_reason: string | null;
  owner_id: number | null;
  next_step: string | null;
  next_step_on: string | null;
  note: string;
  /** YYYY-MM-DD, or null for today. */
  received: string | null;
  students: string | null;
  package_note: string | null;
  /** In taka. */
  value: number | null;
}

type Errors = Partial<Record<ImportField, string[]>>;

/** Invalid cells are reported by field. Owners are matched by name or email address. */
export function readRow(
  cells: Partial<Record<ImportField, string>>,
  owners: (Owner & { email: string })[],
  today: string,
): { lead: ImportedLead; errors: Errors } {
  const row = new Cells(cells);
  const name = row.line('name');
  const institute = row.line('institute_name');
  const stage = row.read('status', stageOf, `Write one of ${Object.values(stageNames).join(', ')}.`) ?? 'new';
  const reason = row.line('lost_reason', leadLimits.lostReason);
  const lead = {
    name: name || institute,
    institute_name: institute || name,
    number: row.read('number', readNumber, 'This is no phone number.') ?? '',
    email: row.read('email', readEmail, 'This is no e-mail address.', cleanAddress) ?? '',
    stage,
    lost_reason: stage === 'lost' ? reason || 'Not known (imported)' : null,
    owner_id: row.read('owner', (text) => ownerOf(text, owners), 'Nobody here has this name or address.'),
    next_step: row.line('next_step', leadLimits.nextStep) || null,
    next_step_on: row.read('next_step_on', dayOf, dateError),
    note: row.paragraph('note', leadLimits.note),
    received: row.read('received', dayOf, dateError),
    students: row.line('students') || null,
    package_note: row.line('package_note') || null,
    value: row.read('value', readTaka, 'Write a whole number of taka.'),
  };
  return { lead, errors: { ...missing(lead, row.errors), ...notYet(lead, today), ...row.errors } };
}

const dateError = 'Write the date as 2026-12-05.';

class Cells {
  readonly errors: Errors = {};
  readonly #cells: Partial<Record<ImportField, string>>;

  constructor(cells: Partial<Record<ImportField, string>>) {
    this.#cells = cells;
  }

  line(field: ImportField, most: number = leadLimits.name): string {
    return this.#within(field, cleanLine(unescapeFormula(this.#cells[field] ?? '')), most);
  }

  paragraph(field: ImportField, most: number): string {
    return this.#within(
      field,
      cleanText(unescapeFormula(this.#cells[field] ?? '').replace(/\r\n?/g, '\n')).trim(),
      most,
    );
  }

  read<T>(field: ImportField, parse: (text: string) => T | null, error: string, clean = cleanLine): T | null {
    const text = clean(unescapeFormula(this.#cells[field] ?? ''));
    const value = text === '' ? null : parse(text);
    if (text !== '' && value === null) this.errors[field] = [error];
    return value;
  }

  #within(field: ImportField, text: string, most: number): string {
    if (lengthOf(text) > most) this.errors[field] = [`At most ${most} characters.`];
    return text;
  }
}

function missing({ name, number, email }: ImportedLead, errors: Errors): Errors {
  return {
    ...(name === '' && { name: ['Write a name or an institute.'] }),
    ...(number === '' &&
      email === '' &&
      !errors.number &&
      !errors.email && { number: ['Write a phone number or an e-mail address.'] }),
  };
}

function notYet({ received }: ImportedLead, today: string): Errors {
  return received !== null && received > today ? { received: ['This day has not come yet.'] } : {};
}

/** Exports prefix cells that look like formulas with an apostrophe. */
function unescapeFormula(cell: string): string {
  return /^'[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}

function stageOf(text: string): Stage | null {
  const wanted = text.toLowerCase().replaceAll('_', ' ');
  return stages.find((stage) => stageNames[stage].toLowerCase() === wanted) ?? null;
}

function ownerOf(text: string, owners: (Owner & { email: string })[]): number | null {
  const wanted = text.toLowerCase();
  const found = owners.filter(({ name, email }) => [name.toLowerCase(), email.toLowerCase()].includes(wanted));
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

/** Reads 2026-12-05, or 5/12/2026 as is usual in Bangladesh; a time after it is ignored. */
function dayOf(text: string): string | null {
  const day = latinDigits(text);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?$/.exec(day);
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: .*)?$/.exec(day);
  const parts = iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : null;
  if (!parts) return null;
  const isoDay = parts.map((part, index) => part?.padStart(index === 0 ? 4 : 2, '0')).join('-');
  const moment = new Date(`${isoDay}T00:00:00Z`);
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(isoDay);
  return isDay && /^(?:19|20|21)/.test(isoDay) ? isoDay : null;
}
