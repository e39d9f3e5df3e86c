import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { FormValues } from './values.ts';

/** Fields that few records need: folded, but open where one of them holds something or has an error. */
export function MoreFields({ names, children }: { names: string[]; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const { control, getValues } = useFormContext<FormValues>();
  const { errors, defaultValues } = useFormState({ control });
  const isUsed = useWatch({ control, name: names }).some(Boolean);
  const isInvalid = names.some((name) => name in errors);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another record folds them anew
  useLayoutEffect(() => {
    if (details.current) details.current.open = getValues(names).some(Boolean);
  }, [defaultValues]);

  // Never folded while somebody types.
  useLayoutEffect(() => {
    if (details.current && (isUsed || isInvalid)) details.current.open = true;
  }, [isUsed, isInvalid]);

  return (
    <details className="more-fields form-wide" ref={details}>
      <summary>More</summary>
      <div className="form-grid">{children}</div>
    </details>
  );
}
