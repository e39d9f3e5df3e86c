import { useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { leadCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { UnsavedMark } from '#ui/form/unsaved-mark.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { useSaveKey } from '#ui/form/use-save-key.ts';
import type { FormValues } from '#ui/form/values.ts';
import type { Lead, WholeLead } from '../../lead/schema.ts';
import { WorkFields } from '../screen/work-fields.tsx';

interface WorkFormProps {
  lead: WholeLead;
  onSaved: () => Promise<void>;
}

/** Stage, owner and what comes next. An edit that began before somebody else's asks which one to keep. */
export function WorkForm({ lead, onSaved }: WorkFormProps) {
  const mayWrite = useMayWrite();
  const element = useRef<HTMLFormElement>(null);
  const [version, setVersion] = useState(lead.updated_at);
  const [newer, setNewer] = useState<WholeLead | null>(null);
  const { form, submit, others } = useCallForm({
    values: valuesOf(lead),
    send: async (values) => {
      const body = { ...changed(values, form.formState.defaultValues as FormValues), updated_at: version };
      const { data, message } = await api.put<Written<WholeLead>>(leadCalls.one.replace(':id', String(lead.id)), body);
      fill(data);
      notifyDone(message);
      await onSaved();
    },
    onFailure: (error) => {
      if (error instanceof CallError && error.status === 409) setNewer(error.data as WholeLead);
      else notifyFailed(messageOf(error));
    },
  });
  const { isDirty } = form.formState;
  useSaveKey(element);
  useLeaveGuard(isDirty, 'lead');

  function fill(next: Lead) {
    form.reset(valuesOf(next));
    setVersion(next.updated_at);
    setNewer(null);
  }

  // Somebody else's change shows at once, as long as nothing is typed here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version of the lead is a reason
  useEffect(() => {
    if (!isDirty && lead.updated_at !== version) fill(lead);
  }, [lead.updated_at]);

  return (
    <FormProvider {...form}>
      <form ref={element} className="work-form" aria-label="What comes next" noValidate onSubmit={submit}>
        <ErrorSummary others={others} />
        {newer && (
          <div className="notice notice-bad" role="alert">
            <p>Somebody else changed this lead meanwhile. Nothing of yours was saved.</p>
            <button type="button" className="button button-quiet" onClick={() => fill(newer)}>
              Load theirs
            </button>
            <button
              type="button"
              className="button button-text"
              onClick={() => {
                setVersion(newer.updated_at);
                setNewer(null);
              }}
            >
              Keep mine
            </button>
          </div>
        )}
        <fieldset className="form-grid" disabled={!mayWrite}>
          <WorkFields owner={lead.owner} />
        </fieldset>
        <Writers>
          <div className="work-foot">
            <UnsavedMark />
            <SubmitButton idle="Save" busy="Saving" />
          </div>
        </Writers>
      </form>
    </FormProvider>
  );
}

function valuesOf(lead: Lead): FormValues {
  return {
    status: lead.status,
    lost_reason: lead.lost_reason ?? '',
    owner_id: lead.owner ? String(lead.owner.id) : '',
    next_step: lead.next_step ?? '',
    next_step_on: lead.next_step_on ?? '',
  };
}

/** Only what was touched is sent, so that nothing else is overwritten. */
function changed(values: FormValues, before: FormValues): FormValues {
  const entries = Object.entries(values).filter(([name, value]) => value !== before[name]);
  return Object.fromEntries(entries.map(([name, value]) => [name, name === 'owner_id' && value === '' ? null : value]));
}
