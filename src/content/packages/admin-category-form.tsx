import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import './admin.css';

export interface CategoryTexts {
  name: string;
  note: string;
  sms_price: string;
}

interface CategoryFormProps {
  texts: CategoryTexts;
  label: string;
  submit: ReactNode;
  busy: string;
  onSave: (texts: CategoryTexts) => Promise<void>;
}

export function CategoryForm({ texts, label, submit: words, busy, onSave }: CategoryFormProps) {
  const { form, submit } = useCallForm({
    values: { ...texts },
    send: async ({ name, note, sms_price }) => {
      await onSave({ name: String(name), note: String(note), sms_price: String(sms_price) });
      form.reset({ ...texts });
    },
    onFailure: (error) => notifyFailed(messageOf(error)),
  });
  const { isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form className="category-form" noValidate onSubmit={submit}>
        <TextField name="name" label={label} />
        <TextArea name="note" label="What comes on top" hint="SMS, machines: shown beneath the prices." />
        <TextField
          name="sms_price"
          label="Price of an SMS, in taka"
          hint="Empty where the calculator does not count it."
        />
        <button type="submit" className="button button-primary" aria-busy={isSubmitting} disabled={isSubmitting}>
          {isSubmitting ? <Spinner /> : words}
          {isSubmitting && busy}
        </button>
      </form>
    </FormProvider>
  );
}
