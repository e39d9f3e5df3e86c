import { districts } from '#api/districts.ts';
import type { FormField } from '#content/settings/schema.ts';
import { demoFormStrings, type MoreField } from './schema.ts';

const options: Record<FormField, readonly string[]> = {
  district: districts,
  students: [],
  institute_kind: ['স্কুল', 'স্কুল ও কলেজ', 'কলেজ', 'মাদ্রাসা', 'কিন্ডারগার্টেন', 'কোচিং সেন্টার', 'কারিগরি প্রতিষ্ঠান', 'অন্য ধরনের'],
};

/** Not for the browser: it gets those of its page. */
export function moreFields(chosen: readonly FormField[]): MoreField[] {
  return chosen.map((name) => ({
    name,
    label: demoFormStrings.fields[name],
    kind: name === 'students' ? 'number' : 'choice',
    required: false,
    options: options[name],
  }));
}
