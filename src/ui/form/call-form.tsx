import type { ComponentProps, SubmitEvent } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { ErrorSummary } from './error-summary.tsx';
import type { FormValues } from './values.ts';

interface CallFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  form: UseFormReturn<FormValues>;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Errors that belong to no field, if they stand at the top. */
  others?: string[];
}

/** The frame of a form of `useCallForm`. */
export function CallForm({ form, submit, others, children, ...rest }: CallFormProps) {
  return (
    <FormProvider {...form}>
      <form noValidate {...rest} onSubmit={submit}>
        {others && <ErrorSummary others={others} />}
        {children}
      </form>
    </FormProvider>
  );
}
