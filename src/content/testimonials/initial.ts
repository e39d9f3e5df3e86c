import { firstCharacter } from '#ui/site/bengali.ts';

/** Titles before a name; they make no useful initial. */
const titles =
  /^(মাওলানা|মুফতি|হাফেজ|কারি|মোঃ|মো\.|মোহাম্মদ|মুহাম্মদ|মোসাঃ|মোসা\.|মোছাঃ|ডা\.|ড\.|অধ্যাপক|প্রফেসর|অধ্যক্ষ|জনাব|শ্রী|সৈয়দ|শেখ)\s*/u;

/** Placeholder for a missing portrait: `মাওলানা নুরুল ইসলাম` gives `নু`. */
export function initialOf(name: string): string {
  const bare = name.trim().replace(titles, '');
  return firstCharacter(bare || name);
}
