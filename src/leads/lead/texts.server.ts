import { domainToASCII } from 'node:url';
import parsePhoneNumber, { findPhoneNumbersInText } from 'libphonenumber-js/max';
import { z } from 'zod';
import { bengaliGuesses } from '#api/latin-spelling.ts';
import { cleanAddress, latinDigits, lengthOf } from '#api/text.ts';
import { searchText } from '#cms/collections/listed-table.server.ts';
import { t } from '#i18n/text.ts';
import { leadLimits } from './strings.ts';

interface Person {
  name: string;
  institute_name: string;
  number: string;
  email: string;
}

/** Search texts of a lead. A phone number is found in its national and its international form. */
export function foldedTexts(person: Person) {
  const searched = [
    person.name,
    person.institute_name,
    digitsOf(person.number),
    digitsOf(parsePhoneNumber(person.number)?.formatNational() ?? ''),
    person.email,
  ];
  return {
    search_text: searchText(foldSounds(searched.join(' ').normalize('NFC'))),
    institute_folded: foldInstitute(person.institute_name),
  };
}

/** Folded for comparison: ignores case, spaces, punctuation and joiners; digits become Latin. */
export function foldInstitute(name: string): string {
  const letters = latinDigits(name.normalize('NFC').toLowerCase()).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return foldSounds(letters);
}

/**
 * Folds Bengali letters that sound alike and are often confused. Expects NFC, in which য় is two code points; it is
 * kept, and so is the য-ফলা.
 */
function foldSounds(text: string): string {
  return text
    .replace(/[শষ]/g, 'স')
    .replaceAll('ণ', 'ন')
    .replaceAll('ী', 'ি')
    .replaceAll('ূ', 'ু')
    .replaceAll('ঈ', 'ই')
    .replaceAll('ঊ', 'উ')
    .replace(/(?<!\u09cd)\u09af(?!\u09bc)/g, 'জ');
}

/**
 * Candidate search texts, folded like the stored ones: Latin words also as Bengali spellings. Phone numbers become
 * digits only: '01712-345 678', '+880 (1712) 345678' and '০১৭১২…'.
 */
export function searchedTexts(search: string): string[] {
  const spellings = [search, ...bengaliGuesses(search.trim())];
  const texts = spellings.map((spelling) =>
    latinDigits(spelling).replace(/(?<![\p{L}\p{N}@._-])(?:\+|00)?\(?\d[\d\s().-]{5,}\d(?![\p{L}\p{N}@])/gu, (phone) =>
      digitsOf(phone.replace(/^00/, '')),
    ),
  );
  return [...new Set(texts.map((text) => foldSounds(text.normalize('NFC'))))];
}

function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '');
}

/** For `transform` of a field: the value that `read` finds in the text, or an issue. */
export function readBy<Value>(read: (text: string) => Value | null, error: string) {
  return (text: string, context: z.RefinementCtx): Value => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue(error);
    return z.NEVER;
  };
}

/** In E.164 the first number of a text, and whether the text says `more`. Those without a country code are of Bangladesh. */
export function readNumbers(text: string) {
  const plain = latinDigits(text)
    .replace(/\p{Cf}/gu, '')
    // Else the second one counts as an extension of the first.
    .replace(/[,;](?!\s*ext)/gi, ' / ');
  const whole = parsePhoneNumber(plain, 'BD');
  const [first, second] = findPhoneNumbersInText(plain, 'BD');
  if (!second && whole?.isValid()) return { number: whole.number, more: false };
  return first && (second || plain.includes('/')) ? { number: first.number.number, more: true } : null;
}

/** The only number of a text, in E.164, or null. */
export function readNumber(text: string): string | null {
  const read = text.length > leadLimits.number ? null : readNumbers(text);
  return read?.more === false ? read.number : null;
}

export const noNumber = t(
  'This is no phone number. Write it like 01712-345678, or with + and the code of the country.',
);

export const phoneField = z.string({ error: 'Write the number.' }).transform(readBy(readNumber, noNumber));

/** Whole taka, or null: '৳ ১,২০,০০০', 'Tk. 1,20,000.00/=' and '1.2 lakh' are all 120000. */
export function readTaka(text: string): number | null {
  const amount = latinDigits(text.toLowerCase()).replace(/[৳,\s]|bdt|tk\.?|taka|টাকা|মাত্র|\/[-=]$/g, '');
  const [, digits, unit = ''] = /^(\d{1,12}(?:\.\d{1,4})?)(k|thousand|হাজার|lakhs?|lacs?|লাখ|লক্ষ)?$/.exec(amount) ?? [];
  const value = Math.round(Number(digits) * (/^(?:k|t|হ)/.test(unit) ? 1e3 : unit ? 1e5 : 1) * 1e4) / 1e4;
  return Number.isInteger(value) && value <= leadLimits.value ? value : null;
}

/** Also under a domain of another script, whose ends are written in Punycode. */
const addressPattern = new RegExp(
  z.regexes.email.source.replace(/\[A-Za-z\]\{2,\}\$$/, '(?:xn--[A-Za-z0-9-]+|[A-Za-z]{2,})$'),
);

/** A single address, or null, also where no mail server can have it: RFC 5321, 4.5.3.1.1, and RFC 1123, 2.1. */
export function readEmail(text: string): string | null {
  const plain = latinDigits(cleanAddress(text.slice(0, 1_000)).normalize('NFKC'));
  const [, name = '', host = ''] = /^(?:mailto:)?([^@]*)@([^@\s/?#:%\\]+?)(?:\?[^@]*)?[।,;.)]*$/i.exec(plain) ?? [];
  const address = `${name}@${domainToASCII(host)}`;
  const isOne = lengthOf(address) <= leadLimits.email && addressPattern.test(address);
  return isOne && !/^.{65,}@|-\.[^@]*$/.test(address) ? address : null;
}
