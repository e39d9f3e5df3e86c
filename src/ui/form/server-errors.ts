import type { UseFormReturn } from 'react-hook-form';
import { CallError } from '../admin/calls/call-error.ts';

/**
 * Puts what a 422 says under its fields. Answers what no field of the form can show, or null where the error is no such
 * refusal.
 */
export function showServerErrors(
  { setError, setFocus, getValues }: Pick<UseFormReturn, 'setError' | 'setFocus' | 'getValues'>,
  error: unknown,
): string[] | null {
  if (!(error instanceof CallError) || error.status !== 422) return null;
  const known = new Set(Object.keys(getValues()));
  const names = Object.keys(error.fields);
  for (const name of names.filter((name) => known.has(name))) {
    setError(name, { type: 'server', message: error.fields[name]?.[0] ?? error.message });
  }
  const first = names.find((name) => known.has(name));
  // After the messages are drawn, so that the field is read out with its own.
  if (first) requestAnimationFrame(() => setFocus(first));
  const others = names.filter((name) => !known.has(name)).flatMap((name) => error.fields[name] ?? []);
  return names.length === 0 ? [error.message] : others;
}
