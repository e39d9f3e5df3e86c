import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyFailed } from '#ui/admin/notify.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';

/** How long a password that was asked for stays on the screen, in milliseconds. */
const shownFor = 60_000;

/** A new demo password, and the way to see the one that is set. */
export function PasswordKept({ isSet }: { isSet: boolean }) {
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), shownFor);
    return () => clearTimeout(timer);
  }, [shown]);

  return (
    <div>
      <PasswordField
        name="demo_password"
        label={isSet ? 'New demo password' : 'Demo password *'}
        autoComplete="new-password"
        hint={isSet ? 'Leave it empty to keep the password that is set.' : 'Visitors get it by mail.'}
      />
      {isSet && (
        <div className="demo-kept" aria-live="polite">
          {shown === null ? (
            <button type="button" className="button button-text button-small" onClick={() => setAsking(true)}>
              <Eye aria-hidden="true" />
              Show the password that is set
            </button>
          ) : (
            <>
              <span className="note">The password that is set:</span> <code lang="bn">{shown}</code>
              <button type="button" className="button button-text button-small" onClick={() => setShown(null)}>
                Hide
              </button>
            </>
          )}
        </div>
      )}
      {asking && <AskOwnPassword onShown={setShown} onClose={() => setAsking(false)} />}
    </div>
  );
}

function AskOwnPassword({ onShown, onClose }: { onShown: (password: string) => void; onClose: () => void }) {
  const { form, submit } = useCallForm({
    values: { current_password: '' },
    send: async (values) => {
      const { data } = await api.post<{ data: { demo_password: string } }>(adminCalls.demoAccessReveal, values);
      onShown(data.demo_password);
      onClose();
    },
    onFailure: (error) => notifyFailed(messageOf(error)),
  });
  return (
    <Modal title="Show the demo password" onClose={onClose}>
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            // The dialog hangs in the form of the screen, which must not be saved by this.
            event.stopPropagation();
            submit(event);
          }}
        >
          <p className="demo-why">
            Enter your own password, to show that it is you. It is written down that you asked.
          </p>
          <PasswordField name="current_password" label="Your password" autoComplete="current-password" />
          <div className="dialog-buttons">
            <button type="button" className="button button-outline" onClick={onClose}>
              Cancel
            </button>
            <SubmitButton idle="Show it" busy="Checking" />
          </div>
        </form>
      </FormProvider>
    </Modal>
  );
}
