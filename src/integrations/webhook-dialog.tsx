import { useId, useRef } from 'react';
import { FormProvider, useController } from 'react-hook-form';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Field, useField } from '#ui/form/field.tsx';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { eventWords, type LeadEventName, leadEvents, type WebhookOnWire } from './schema.ts';
import { Secret } from './secret.tsx';

interface WebhookDialogProps {
  /** Null: a new one. */
  webhook: WebhookOnWire | null;
  onClose: () => void;
  onChanged: () => Promise<void>;
}

/** Where to call, and of what. */
export function WebhookDialog({ webhook, onClose, onChanged }: WebhookDialogProps) {
  const version = useRef(webhook?.updated_at);
  const { form, submit, others } = useCallForm({
    values: webhook
      ? { url: webhook.url, events: placesOf(webhook.events), status: webhook.status === 1 }
      : { url: '', events: placesOf(leadEvents), status: true },
    send: async ({ events, ...values }) => {
      const body = { ...values, events: leadEvents.filter((_event, at) => (events as number[]).includes(at)) };
      const { message } = await (webhook
        ? api.put<Written<WebhookOnWire>>(pathOf(adminCalls.webhook, webhook), {
            ...body,
            updated_at: version.current,
          })
        : api.post<Written<WebhookOnWire>>(adminCalls.webhooks, body));
      notifyDone(message);
      onClose();
      await onChanged();
    },
    onFailure: (error) => {
      notifyFailed(messageOf(error));
      // Said once: whoever saves again means it.
      if (error instanceof CallError && error.status === 409) {
        version.current = (error.data as WebhookOnWire | undefined)?.updated_at;
      }
    },
  });
  return (
    <Modal title={webhook ? 'Edit webhook' : 'Add webhook'} onClose={onClose}>
      <FormProvider {...form}>
        <form aria-label="Webhook" noValidate onSubmit={submit}>
          <ErrorSummary others={others} />
          <div className="form-grid">
            <TextField
              name="url"
              label="Address"
              type="url"
              required
              placeholder="https://"
              hint="It gets a POST with JSON."
            />
            <EventsField />
            <StatusSwitch active="It is told" inactive="What happens now it is never told" />
            {webhook?.secret_set && (
              <Secret
                oldUntil={webhook.old_secret_until}
                showCall={pathOf(adminCalls.webhookSecret, webhook)}
                changeCall={pathOf(adminCalls.webhookNewSecret, webhook)}
                onChanged={onChanged}
              />
            )}
            {!webhook && <p className="note">A secret for signing is made when this is saved.</p>}
          </div>
          <DialogButtons onCancel={onClose}>
            <SubmitButton idle={webhook ? 'Save' : 'Add webhook'} busy="Saving" />
          </DialogButtons>
        </form>
      </FormProvider>
    </Modal>
  );
}

function EventsField() {
  const id = useId();
  const { error, control } = useField('events');
  const { field } = useController({ name: 'events', control });
  const chosen = Array.isArray(field.value) ? field.value : [];
  return (
    <Field id={id} label="Events" required error={error} group>
      <fieldset className="webhook-events" aria-labelledby={`${id}-label`}>
        {leadEvents.map((event, at) => (
          <label key={event} className="check-row">
            <input
              type="checkbox"
              ref={at === 0 ? field.ref : undefined}
              checked={chosen.includes(at)}
              onBlur={field.onBlur}
              onChange={({ target }) =>
                field.onChange(target.checked ? [...chosen, at] : chosen.filter((each) => each !== at))
              }
            />
            <span>
              {eventWords[event]} <code>{event}</code>
            </span>
          </label>
        ))}
      </fieldset>
    </Field>
  );
}

/** A form holds no names of events, but numbers. */
function placesOf(events: readonly LeadEventName[]): number[] {
  return events.map((event) => leadEvents.indexOf(event));
}

function pathOf(call: string, { id }: WebhookOnWire): string {
  return call.replace(':id', String(id));
}
