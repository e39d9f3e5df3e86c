import { useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { UnsavedMark } from '#ui/form/unsaved-mark.tsx';
import { useSaveKey } from '#ui/form/use-save-key.ts';
import { PasswordKept } from './admin-password.tsx';
import { PlaceholderButtons } from './admin-placeholders.tsx';
import { MailPreview } from './admin-preview.tsx';
import { TestMail } from './admin-test-mail.tsx';
import { type AccessOnWire, demoAccessLimits as limits } from './schema.ts';
import { useAccessForm } from './use-access-form.ts';

export function AccessForm({ access, onDirty }: { access: AccessOnWire; onDirty: (dirty: boolean) => void }) {
  const element = useRef<HTMLFormElement>(null);
  const { form, submit, others, dirty } = useAccessForm(access);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  useSaveKey(element);

  return (
    <FormProvider {...form}>
      <AccessState access={access} />
      <div className="demo-access">
        <form className="card" ref={element} aria-labelledby="access-title" noValidate onSubmit={submit}>
          <div className="card-head">
            <h2 id="access-title">{access.updated_at ? 'Update' : 'Add'} demo access</h2>
            <UnsavedMark className="card-tools" />
          </div>
          <div className="card-body">
            <ErrorSummary others={others} />
            <div className="form-grid">
              <TextField name="demo_link" label="Demo link" type="url" required placeholder="https://" />
              <PasswordKept isSet={access.password_set} />
              <TextField name="subject" label="Subject" required counted hint={`At most ${limits.subject}.`} />
              <TextArea
                name="message"
                label="Message"
                required
                rows={13}
                counted
                hint="An empty line begins a paragraph."
              />
              <PlaceholderButtons />
              <StatusSwitch active="Requests are answered with this mail" inactive="Mails wait until this is active" />
            </div>
          </div>
          <div className="card-foot">
            <TestMail disabled={dirty || !access.password_set} />
            <SubmitButton idle={access.updated_at ? 'Update' : 'Submit'} busy="Saving" />
          </div>
        </form>
        <MailPreview brand={access.brand} />
      </div>
    </FormProvider>
  );
}

/** Says plainly when visitors get no mail. */
function AccessState({
  access: { status, password_set: isSet, updated_at: savedAt, waiting },
}: {
  access: AccessOnWire;
}) {
  if (status === 1 && isSet) return null;
  const lost = savedAt !== null && !isSet;
  return (
    <div className="notice" role="status">
      <p>
        {lost && 'The password can’t be read with the secret of this server. Enter it again. '}
        Visitors who ask for a demo get no mail yet. {waiting > 0 && whoWaits(waiting)}
      </p>
    </div>
  );
}

function whoWaits(count: number): string {
  return count === 1
    ? 'One of them waits for it, and gets it as soon as this is active.'
    : `${count} of them wait for it, and get it as soon as this is active.`;
}
