import { firstCharacter } from '#ui/site/bengali.ts';

/** Words before a name, which say nothing about whose face is missing. */
const titles =
  /^(মাওলানা|মুফতি|হাফেজ|কারি|মোঃ|মো\.|মোহাম্মদ|মুহাম্মদ|মোসাঃ|মোসা\.|মোছাঃ|ডা\.|ড\.|অধ্যাপক|প্রফেসর|অধ্যক্ষ|জনাব|শ্রী|সৈয়দ|শেখ)\s*/u;

/** The letter that stands where a face is missing: `মাওলানা নুরুল ইসলাম` is `নু`. */
export function initialOf(name: string): string {
  const bare = name.trim().replace(titles, '');
  return firstCharacter(bare || name);
}
