import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { isRemembered } from '#ui/admin/calls/token.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { signIn, useUser } from './session.ts';

export default function SignInForm({ onDone }: { onDone: (signedIn: boolean) => void }) {
  const user = useUser();
  const [failure, setFailure] = useState('');
  const { form, submit } = useCallForm({
    values: { password: '' },
    send: async ({ password }) => {
      setFailure('');
      // Else the answer would be Bengali, as the pages before the back office are.
      if (!password) return form.setError('password', { message: 'Enter your password.' }, { shouldFocus: true });
      await signIn(user?.email ?? '', String(password), isRemembered());
      onDone(true);
    },
    onFailure: (error) => setFailure(messageOf(error)),
  });
  return (
    <Modal title="Sign in again" onClose={() => onDone(false)}>
      <p className="note error-summary">
        Your session has ended. Nothing that you typed is lost: sign in as <b>{user?.email}</b> and go on.
      </p>
      <div role="alert">{failure && <p className="notice notice-bad error-summary">{failure}</p>}</div>
      <FormProvider {...form}>
        <form noValidate onSubmit={submit}>
          <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <PasswordField name="password" label="Password" autoComplete="current-password" />
          <DialogButtons onCancel={() => onDone(false)}>
            <SubmitButton idle="Sign in" busy="Signing in" />
          </DialogButtons>
        </form>
      </FormProvider>
    </Modal>
  );
}
