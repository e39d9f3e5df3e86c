import { type SubmitEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { showServerErrors } from './server-errors.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';
import type { FormValues } from './values.ts';

/** A form that makes one call. What a 422 says comes up under the fields, everything else goes to `onFailure`. */
export function useCallForm(options: {
  values: FormValues;
  send: (values: FormValues) => Promise<void>;
  onFailure: (error: unknown) => void;
}) {
  const form = useForm<FormValues>({ defaultValues: options.values });
  const [others, setOthers] = useState<string[]>([]);
  const once = useOneAtATime();

  function submit(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault();
    void once(send);
  }

  async function send(): Promise<void> {
    form.clearErrors();
    setOthers([]);
    await form.handleSubmit(async (values) => {
      try {
        await options.send(values);
      } catch (error) {
        const unplaced = showServerErrors(form, error);
        if (unplaced) setOthers(unplaced);
        else options.onFailure(error);
      }
    })();
  }

  return { form, submit, others };
}
