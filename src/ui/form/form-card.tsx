import { type ReactNode, type SubmitEvent, useId, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useMayWrite } from '../admin/may-write.tsx';
import { CallForm } from './call-form.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { SubmitButton } from './submit-button.tsx';
import { UnsavedMark } from './unsaved-mark.tsx';
import { useSaveKey } from './use-save-key.ts';
import type { FormValues } from './values.ts';

interface FormCardProps {
  title: string;
  form: UseFormReturn<FormValues>;
  submit: (event?: SubmitEvent<HTMLFormElement>) => void;
  others: string[];
  children: ReactNode;
}

export function FormCard({ title, form, submit, others, children }: FormCardProps) {
  const mayWrite = useMayWrite();
  const element = useRef<HTMLFormElement>(null);
  const id = useId();
  useSaveKey(element);
  return (
    <CallForm className="card" ref={element} aria-labelledby={id} {...{ form, submit }}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        <UnsavedMark className="card-tools" />
      </div>
      <div className="card-body">
        <ErrorSummary others={others} />
        <fieldset disabled={!mayWrite}>{children}</fieldset>
      </div>
      {mayWrite && (
        <div className="card-foot">
          <SubmitButton idle="Update" busy="Updating" />
        </div>
      )}
    </CallForm>
  );
}
