import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import type { z } from 'zod/mini';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { FormColumns } from '#ui/form/form-columns.tsx';
import { ImageField } from '#ui/form/image-field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useCallForm } from '#ui/form/use-call-form.ts';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { useSaveKey } from '#ui/form/use-save-key.ts';
import type { accountOnWire } from '../schema.ts';
import { setUser } from '../session.ts';

export type Account = z.infer<typeof accountOnWire>;

export function AccountForm({ account }: { account: Account }) {
  const element = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const version = useRef(account.updated_at);
  const { form, submit, others } = useCallForm({
    values: valuesOf(account),
    send: async (values) => {
      const { data, message } = await api.put<Written<Account>>(calls.account, {
        ...values,
        updated_at: version.current,
      });
      show(data);
      notifyDone(message);
    },
    onFailure: async (error) => {
      if (error instanceof CallError && error.status === 409 && error.data) await settleStale(error);
      else notifyFailed(messageOf(error));
    },
  });
  const dirty = form.formState.isDirty;
  useLeaveGuard(dirty, 'profile');
  useSaveKey(element);
  useEffect(() => {
    version.current = account.updated_at;
  }, [account]);

  function show(data: Account): void {
    version.current = data.updated_at;
    queries.setQueryData([calls.account], { data });
    setUser({ id: data.id, name: data.name, email: data.email, image: data.image, role: data.role });
    form.reset(valuesOf(data));
  }

  async function settleStale({ message, data }: CallError): Promise<void> {
    const newer = data as Account;
    const load = await ask({
      title: 'This was changed meanwhile',
      text: message,
      proceed: 'Load the newer one',
      cancel: 'Keep my text',
      tone: 'unsaved',
    });
    if (load) show(newer);
    else version.current = newer.updated_at;
  }

  return (
    <FormProvider {...form}>
      <form className="card" ref={element} aria-labelledby="account-title" noValidate onSubmit={submit}>
        <div className="card-head">
          <h2 id="account-title">Your account</h2>
          {dirty && (
            <span className="unsaved card-tools" role="status">
              <Pencil aria-hidden="true" />
              Unsaved changes
            </span>
          )}
        </div>
        <div className="card-body">
          <ErrorSummary others={others} />
          <div className="form-layout">
            <FormColumns side={<ImageField name="image" label="Picture" existing={account.image} />}>
              <TextField name="name" label="Name" required autoComplete="name" span={6} />
              <TextField name="email" label="Email" type="email" required autoComplete="email" span={6} />
            </FormColumns>
          </div>
        </div>
        <div className="card-foot">
          <SubmitButton idle="Update" busy="Updating" />
        </div>
      </form>
    </FormProvider>
  );
}

function valuesOf({ name, email }: Account) {
  return { name, email, image: '' };
}
