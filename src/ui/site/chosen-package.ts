/**
 * The choice in the price calculator, for the demo form. It is passed in the page or in a link's query, and kept in
 * `sessionStorage` for other pages; the form sends it as `students` and `package`.
 */
export interface ChosenPackage {
  /** Latin digits. */
  students: string;
  package: string;
  /** The path of the page where the choice can be changed. */
  change?: string;
}

const key = 'chosen-package';

/** Null deletes it. */
export function storeChosenPackage(chosen: ChosenPackage | null): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(chosen));
  } catch {
    // Storage is disabled; the page itself still has it.
  }
}

/** In the browser: the last choice, or null. */
export function readChosenPackage(): ChosenPackage | null {
  const parameters = new URLSearchParams(location.search);
  const fromAddress = parseChosenPackage({ students: parameters.get('students'), package: parameters.get('package') });
  if (fromAddress) return fromAddress;
  try {
    return parseChosenPackage(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/** Validates a choice; null if it is invalid. */
export function parseChosenPackage(value: unknown): ChosenPackage | null {
  const { students, package: name, change } = (value ?? {}) as Record<string, unknown>;
  if (typeof students !== 'string' || typeof name !== 'string' || name === '') return null;
  return { students, package: name, ...(typeof change === 'string' && change.startsWith('/packages?') && { change }) };
}
