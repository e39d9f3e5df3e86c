import type { FormValue, FormValues } from './call-form.tsx';

export interface Merge {
  /** Fields that only the other changed. */
  theirsOnly: string[];
  /** Fields that both changed, to different values. */
  conflicting: string[];
}

/**
 * A three-way merge by field. `base` is what the form was opened with; where that is unknown, each field that differs
 * counts as changed by both. All other fields keep `mine`.
 */
export function mergeFields(base: FormValues | null, mine: FormValues, theirs: FormValues): Merge {
  // A disabled field is undefined.
  const differing = Object.keys(theirs).filter((name) => mine[name] !== undefined && !isSame(mine[name], theirs[name]));
  const isTheirs = (name: string) => base !== null && isSame(base[name], mine[name]);
  const isConflicting = (name: string) => !isTheirs(name) && (base === null || !isSame(base[name], theirs[name]));
  return { theirsOnly: differing.filter(isTheirs), conflicting: differing.filter(isConflicting) };
}

/** The values with the picture of the record, for which a form is empty until another is chosen. */
export function withImage(values: FormValues, image: FormValue | undefined): FormValues {
  return 'image' in values && !values.image ? { ...values, image: image ?? '' } : values;
}

/** An input makes '5' of 5 and '' of null. */
function isSame(one: FormValue | undefined, other: FormValue | undefined): boolean {
  return textOf(one) === textOf(other);
}

function textOf(value: FormValue | undefined): string {
  return Array.isArray(value) ? value.map(String).join('\n') : String(value ?? '');
}
