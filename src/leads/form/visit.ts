import { readChosenPackage } from '#ui/site/chosen-package.ts';
import { visitKept } from './schema.ts';

/** Where this visit began and what was looked at, for whoever answers the request. Nothing of it is needed. */
export function visitFacts(): Record<string, string> {
  const facts: Record<string, string> = { page: location.pathname };
  const { search, referrer } = beginning();
  const campaign = new URLSearchParams(search);
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign']) add(name, campaign.get(name));
  add('referrer', referrer);
  const chosen = readChosenPackage();
  add('students', chosen?.students ?? new URLSearchParams(location.search).get('students'));
  add('package', chosen?.package);
  return facts;

  function add(name: string, value: string | null | undefined): void {
    if (value) facts[name] = value.slice(0, 500);
  }
}

/** The loader writes down how the first page of a visit was reached. */
function beginning(): { search: string; referrer: string } {
  try {
    const [search, referrer]: string[] = JSON.parse(sessionStorage.getItem(visitKept) ?? '[]');
    return { search: search ?? '', referrer: referrer ?? '' };
  } catch {
    return { search: '', referrer: '' };
  }
}
