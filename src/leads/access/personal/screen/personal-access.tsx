import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import { NotLoaded } from '#ui/admin/list/body-rows.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { UnsavedMark } from '#ui/form/unsaved-mark.tsx';
import type { PersonalAccess } from '../schema.ts';
import { CallLog } from './call-log.tsx';
import { Secret } from './secret.tsx';
import { TryOut } from './try-out.tsx';
import { usePersonalAccess } from './use-personal-access.ts';
import { usePersonalForm } from './use-personal-form.ts';
import { WhatIsAsked } from './what-is-asked.tsx';
import './personal-access.css';

/** Whether each requester gets a link and a password of the own, which the vendor's demo system makes; and how that goes. */
export function PersonalAccessCards({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const { data, isError, refetch } = usePersonalAccess();
  if (data) {
    return (
      <div className="demo-access">
        <Form access={data.data} onDirty={onDirty} />
        <CallLog isOn={data.data.status === 1} />
      </div>
    );
  }
  if (!isError) return <span className="skeleton demo-skeleton" />;
  return <NotLoaded text="The personal access could not be loaded." onRetry={() => refetch()} />;
}

function Form({ access, onDirty }: { access: PersonalAccess; onDirty: (dirty: boolean) => void }) {
  const { form, submit, others, dirty } = usePersonalForm(access);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  return (
    <FormProvider {...form}>
      <form className="card" aria-labelledby="personal-title" noValidate onSubmit={submit}>
        <div className="card-head">
          <h2 id="personal-title">Personal access</h2>
          <UnsavedMark className="card-tools" />
        </div>
        <div className="card-body">
          <ErrorSummary others={others} />
          <div className="form-grid">
            <StatusSwitch
              label="Personal access"
              active="The demo system makes one for each requester"
              inactive="Everyone gets the link and password above"
            />
            <TextField
              name="url"
              label="Address of the demo system"
              type="url"
              placeholder="https://"
              hint="It gets a signed call for each request, and answers link and password."
            />
            <Secret access={access} />
            <TextField name="expires_days" label="Valid for (days)" type="number" required span={6} />
            <TextField
              name="fallback_minutes"
              label="Wait for an answer (minutes)"
              type="number"
              required
              span={6}
              hint="Then the link and password above are mailed."
            />
            <WhatIsAsked />
          </div>
        </div>
        <div className="card-foot">
          <TryOut disabled={dirty || access.url === '' || !access.secret_set} />
          <SubmitButton idle="Save" busy="Saving" />
        </div>
      </form>
    </FormProvider>
  );
}
