import parsePhoneNumber from 'libphonenumber-js/max';
import { searchText } from '#server/lists/search.server.ts';
import { latinDigits } from '#server/text.server.ts';

interface Sender {
  name: string;
  institute_name: string;
  /** E.164. */
  number: string;
  email: string;
}

/** What a request is found by, as columns. A phone number is found as it is dialled at home and from abroad. */
export function foldedTexts(sender: Sender): { search_text: string; institute_folded: string } {
  return {
    search_text: searchText(
      sender.name,
      sender.institute_name,
      digitsOf(sender.number),
      digitsOf(parsePhoneNumber(sender.number)?.formatNational() ?? ''),
      sender.email,
    ),
    institute_folded: foldInstitute(sender.institute_name),
  };
}

/**
 * The name of an institute without what people write differently: spaces, punctuation, joiners, digits of either kind,
 * and the Bengali letters that sound alike and are most often mixed up.
 */
export function foldInstitute(name: string): string {
  return latinDigits(name.normalize('NFC').toLowerCase())
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replaceAll('ী', 'ি')
    .replaceAll('ূ', 'ু')
    .replaceAll('ণ', 'ন')
    .replaceAll('ষ', 'শ');
}

/**
 * A search as staff type it, with the phone numbers in it written as they are kept: '01712-345 678', '+880 (1712)
 * 345678' and '০১৭১২…' all become one word of digits.
 */
export function searchedText(search: string): string {
  return latinDigits(search).replace(
    /(?<![\p{L}\p{N}@._-])(?:\+|00)?\(?\d[\d\s().-]{5,}\d(?![\p{L}\p{N}@])/gu,
    (phone) => digitsOf(phone.replace(/^00/, '')),
  );
}

function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '');
}
