/**
 * What a reader chose in the price calculator, on its way to the demo form. It travels in the address of the link, and
 * in the session's storage for a form on the same page; the form sends it beside its fields as `students` and `package`.
 */
export interface ChosenPackage {
  /** Latin digits. */
  students: string;
  package: string;
}

const key = 'chosen-package';

/** `students=350&package=…`, for the address of the page with the form. */
export function chosenPackageQuery(chosen: ChosenPackage): string {
  return new URLSearchParams({ ...chosen }).toString();
}

export function keepChosenPackage(chosen: ChosenPackage): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(chosen));
  } catch {
    // The address of the link still has it.
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

function asChosen(value: unknown): ChosenPackage | null {
  const { students, package: name } = (value ?? {}) as Record<string, unknown>;
  return typeof students === 'string' && typeof name === 'string' && name !== '' ? { students, package: name } : null;
}
