import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import './admin.css';

interface CategoryFormProps {
  name: string;
  label: string;
  submit: ReactNode;
  busy: string;
  onSave: (name: string) => Promise<void>;
}

/** One line with the name of a category. */
export function CategoryForm({ name, label, submit: words, busy, onSave }: CategoryFormProps) {
  const { form, submit } = useCallForm({
    values: { name },
    send: async (values) => {
      await onSave(String(values.name));
      form.reset({ name });
    },
    onFailure: (error) => notifyFailed(messageOf(error)),
  });
  const { isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form className="category-form" noValidate onSubmit={submit}>
        <TextField name="name" label={label} />
        <button type="submit" className="button button-primary" aria-busy={isSubmitting} disabled={isSubmitting}>
          {isSubmitting ? <Spinner /> : words}
          {isSubmitting && busy}
        </button>
      </form>
    </FormProvider>
  );
}
