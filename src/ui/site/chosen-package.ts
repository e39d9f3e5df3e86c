/**
 * What a reader chose in the price calculator, on its way to the demo form. It travels with the page, or in the address of
 * a link, and stays in the session's storage for the forms of other pages; the form sends it beside its fields as `students` and `package`.
 */
export interface ChosenPackage {
  /** Latin digits. */
  students: string;
  package: string;
  /** Where another one can be chosen: a path of this site. */
  change?: string;
}

const key = 'chosen-package';

/** Null forgets it. */
export function keepChosenPackage(chosen: ChosenPackage | null): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(chosen));
  } catch {
    // The page itself still has it.
  }
}

/** In the browser: what was chosen last, or null. */
export function readChosenPackage(): ChosenPackage | null {
  const asked = new URLSearchParams(location.search);
  const fromAddress = asChosen({ students: asked.get('students'), package: asked.get('package') });
  if (fromAddress) return fromAddress;
  try {
    return asChosen(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/** What was sent or kept as one, or null where it makes no sense. */
export function asChosen(value: unknown): ChosenPackage | null {
  const { students, package: name, change } = (value ?? {}) as Record<string, unknown>;
  if (typeof students !== 'string' || typeof name !== 'string' || name === '') return null;
  return { students, package: name, ...(typeof change === 'string' && change.startsWith('/packages?') && { change }) };
}
