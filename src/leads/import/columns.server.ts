import { latinDigits } from '#api/text.ts';
import { leadLimits } from '../lead/strings.ts';

export interface FileRow {
  line: number;
  cells: string[];
  /** Empty rows between the one before and this one. */
  before: number;
  /** Why the row can't be taken. */
  problem?: string;
  /** What to look at in a row that is taken. */
  hint?: string;
}

export interface FileRows {
  /** Those with text. */
  rows: FileRow[];
  /** Empty ones at the end. */
  after: number;
}

/** With a message for whoever chose the file. */
export class Unreadable extends Error {}

export const maxColumns = 200;
/** With what may stand above the heads. */
export const maxRows = leadLimits.importRows + 50;

export function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** Of heads without case, digits, spaces and punctuation; the first pattern that fits counts. */
const patterns = {
  email: /e?mail(?!ing)|ইমেই?ল|মেইল/,
  number:
    /phone|mobile|whatsapp|^cell|^tel(?:ephone)?$|contactn(?:o$|um)|^number$|ফোন|মোবাইল|হোয়াটস|যোগাযোগের?ন|^নম্বর$|^নাম্বার$/,
  first_name: /^(?:first|given)name$|^নামেরপ্রথমঅংশ$/,
  last_name: /^(?:last|family|sur)name$|^নামেরশেষঅংশ$/,
  students: /^(?!.*(?:name|id$|roll|নাম|রোল)).*(?:student|pupil|শিক্ষার্থী|ছাত্র)/,
  district: /(?<!sub)district|^zill?a|^city$|(?<!উপ)জেলা/,
  institute_name:
    /^(?!.*(?:type|kind|code|id$|address|head|principal|teacher|software|ধর[নণ]|ঠিকানা|কোড|প্রধান|শিক্ষক|সফট)).*(?:institut|school|college|madras|company|organi[sz]ation|প্রতি[ষস]্ঠান|স্কুল|বিদ্যাল|মাদ্?রা[সছ]|কলেজ)/,
  name: /^(?:(?:your|my|full|contact|person|contactperson|customer|client|lead|applicant|teacher|headteacher|headmaster|principal)?s?name|contact|contactperson|person|(?:আপনার|পুরো|পূর্ণ|সম্পূর্ণ|যোগাযোগকারীর|ব্যক্তির|(?:প্রতি[ষস]্ঠান)?প্রধানের|(?:প্রধান)?শিক্ষকের|গ্রাহকের|আবেদনকারীর)?নাম(?:লিখুন|ক[িী])?|যোগাযোগকারী)$/,
  status: /^(?:stage|status|ধাপ|অবস্থা)$/,
  lost_reason: /^(?:(?:lost)?reason|(?:হাতছাড়ার)?কারণ)$/,
  owner: /^(?:owner|assignedto|মালিক|দায়িত্বে|দায়িত্বপ্রাপ্ত)$/,
  next_step: /^(?:nextstep|পরেরকাজ|পরবর্তীকাজ|পরবর্তীধাপ)$/,
  next_step_on: /^(?:nextstep(?:on|date)|followup(?:on|date)?|পরেরকাজেরতারিখ|পরবর্তীতারিখ)$/,
  note: /^(?:notes?|remarks?|comments?|messages?|feedback|মন্তব্য|নোট|বার্তা|মতামত)$/,
  received:
    /^(?:received(?:on)?|date|created(?:at|on|time|date)?|timestamp|submi(?:tted|ssion)(?:at|on|time|date)?|কবেএসেছে|তারিখ|টাইমস্ট্যাম্প)$/,
  package_note: /^(?:package(?:note)?|প্যাকেজ)$/,
  value: /^(?:(?:value|worth|amount|price|budget)(?:intaka|bdt|tk)?|সম্ভাব্যআয়|মূল্য|দাম|টাকা|বাজেট)$/,
  source: /^(?:(?:utm|lead)?source|platform|উৎস|সূত্র)$/,
  campaign: /^(?:(?:utm)?campaign(?:name)?|ক্যাম্পেইন)$/,
  /** Of an advertisement, its name. */
  medium: /^(?:utmmedium|ad(?:vertisement)?(?:name)?|বিজ্ঞাপন)$/,
};

export type ImportField = keyof typeof patterns;
export const importFields = Object.keys(patterns) as [ImportField, ...ImportField[]];

export function fieldOf(head: string): ImportField | undefined {
  const folded = head
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]|ঃ/gu, '');
  return importFields.find((field) => patterns[field].test(folded));
}

export type ChosenField = ImportField | 'mobile' | '' | null;

/** Fields that several columns may hold; of other ones the first column counts. */
const repeatable = new Set<ImportField>(['number', 'email', 'note']);

/** The field of each column, or null. Chosen ones are given by head, or for all columns in their order. */
export function matchColumns(heads: string[], chosen: Record<string, ChosenField> | ChosenField[] = {}) {
  const byHead = new Map(Object.entries(chosen));
  const taken = new Set<ImportField>();
  return heads.map((head, index): ImportField | null => {
    const choice = Array.isArray(chosen) ? chosen[index] : byHead.has(head) ? byHead.get(head) : fieldOf(head);
    const field = choice === 'mobile' ? 'number' : choice;
    if (!field || (taken.has(field) && !repeatable.has(field))) return null;
    taken.add(field);
    return field;
  });
}

/**
 * The index of the row with the heads, or -1 for a list without: the row with most known heads, else the one above the
 * first number or e-mail address.
 */
export function findHeadRow(rows: FileRow[]): number {
  const first = rows.slice(0, 50);
  const known = first.map(({ cells }, at) =>
    cells.some(isContact) || !cells.some(fieldOf) ? 0 : headsAt(rows, at).filter(fieldOf).length,
  );
  const most = Math.max(0, ...known);
  const head = known.indexOf(most);
  // Of heads in two languages, one below the other, the lower ones are next to the leads.
  if (most > 0) return known[head + 1] === most ? head + 1 : head;
  const lead = first.findIndex(({ cells }) => cells.some(isContact));
  return lead < 0
    ? Math.max(
        0,
        first.findIndex(({ cells }) => cells.filter(Boolean).length > 1),
      )
    : lead - 1;
}

function isContact(cell: string): boolean {
  const text = latinDigits(cell).replace(/^p:|[\s()+.,;/-]/g, '');
  return /^\d{9,}$|^[^@]+@[^@]+$/.test(text);
}

/** Heads that are merged downwards stand in the row above. */
export function headsAt(rows: FileRow[], index: number): string[] {
  const [row, above] = [rows[index], rows[index - 1]];
  const isHead = above && row && above.line === row.line - 1 && above.cells.filter(Boolean).length > 1;
  const upper = isHead ? above.cells : [];
  return Array.from({ length: Math.max(row?.cells.length ?? 0, upper.length) }, (_, at) =>
    (row?.cells[at]?.trim() || upper[at] || '').trim(),
  );
}
