import { useQueryClient } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { accountLimits } from '../schema.ts';

const empty = { current_password: '', password: '', password_confirmation: '' };

export function PasswordForm() {
  const queries = useQueryClient();
  const { form, submit } = useCallForm({
    values: empty,
    send: async (values) => {
      const { message } = await api.put<Written<{ id: number }>>(calls.accountPassword, values);
      form.reset(empty);
      notifyDone(message);
      await queries.invalidateQueries({ queryKey: [calls.accountSessions] });
    },
    onFailure: (error) => notifyFailed(messageOf(error)),
  });
  return (
    <FormProvider {...form}>
      <form className="card" aria-labelledby="password-title" noValidate onSubmit={submit}>
        <div className="card-head">
          <h2 id="password-title">Password</h2>
        </div>
        <div className="card-body form-grid">
          <PasswordField name="current_password" label="Current password" autoComplete="current-password" />
          <PasswordField
            name="password"
            label="New password"
            autoComplete="new-password"
            hint={`At least ${accountLimits.password.least} characters. Your other devices are signed out.`}
          />
          <PasswordField name="password_confirmation" label="New password, once more" autoComplete="new-password" />
        </div>
        <div className="card-foot">
          <SubmitButton idle="Change password" busy="Changing" />
        </div>
      </form>
    </FormProvider>
  );
}
