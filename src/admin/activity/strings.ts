import { screens } from '../screens.ts';

/** The list ends after this many events; older ones are found by day or in an export. */
export const maxListed = 10_000;

const kinds: Record<string, string> = Object.fromEntries(
  screens.flatMap(({ audited = {} }) => Object.entries(audited)),
);

export const kindNames = Object.keys(kinds).sort((one, other) => kindName(one).localeCompare(kindName(other)));

export function kindName(kind: string): string {
  return kinds[kind] ?? kind.replaceAll(/[_-]/g, ' ');
}

/** For what was done with many at once, as an import. */
export function kindsInWords(kind: string): string {
  return kind === 'demo_requests' ? 'leads' : kindName(kind);
}
