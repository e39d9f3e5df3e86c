import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { z } from 'zod/mini';
import { may } from '#api/rights.ts';
import { useOnlyRecord } from '#cms/collections/form/use-only-record.ts';
import { ImageField } from '#cms/pictures/image-field.tsx';
import { adminPages, calls } from '#paths.ts';
import { answerAt, api, useReload } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import { notifyDone } from '#ui/admin/notify.tsx';
import { CallForm, PasswordField, SubmitButton, useCallForm } from '#ui/form/call-form.tsx';
import { OptionField } from '#ui/form/choice-field.tsx';
import { FormCard, FormColumns, useLeaveGuard } from '#ui/form/form-card.tsx';
import { OnOffSwitch, TextField } from '#ui/form/text-field.tsx';
import { NotLoaded } from '#ui/table/table.tsx';
import { followLanguage, languageOptions } from '../language.ts';
import { accountLimits, type accountSchema, type Notify, weekRoles } from '../schema.ts';
import { SecondFactorCard, SecondFactorMissing } from '../second-factor/profile-card.tsx';
import { setUser, useUser } from '../session.ts';
import { SessionList } from '../session-list.tsx';
import { TokensCard } from '../tokens/tokens-card.tsx';
import { RingSwitch } from './ring-switch.tsx';
import './profile.css';

type Account = z.infer<typeof accountSchema>;

/** The own account: name, address and picture, password, and where it is signed in. */
export default function ProfilePage() {
  const { data, isError, refetch } = useQuery({
    ...answerAt<{ data: Account }>(calls.account),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (useUser()?.must_change_password)
    return (
      <>
        <h1 className="screen-title">Profile</h1>
        <div className="stack">
          <p className="notice notice-draft" role="status">
            Your password was made for the first sign-in. Choose your own here; then everything else opens.
          </p>
          <div className="halves">
            <PasswordForm />
          </div>
        </div>
      </>
    );
  return (
    <>
      <h1 className="screen-title">Profile</h1>
      <div className="stack">
        <SecondFactorMissing />
        {isError && <NotLoaded text="Your profile could not be loaded." onRetry={refetch} />}
        {data ? <AccountForm account={data.data} /> : !isError && <span className="skeleton" style={{ height: 300 }} />}
        <div className="halves">
          <PasswordForm />
          <Card id="sessions" title="Where you are signed in">
            <div className="card-body">
              <SessionList path={calls.accountSessions} />
            </div>
          </Card>
        </div>
        <SecondFactorCard />
        {data && may(data.data.role, 'read', 'people') && <TokensCard />}
      </div>
    </>
  );
}

function AccountForm({ account }: { account: Account }) {
  const { form, submit, others, dirty } = useOnlyRecord({
    path: calls.account,
    record: account,
    valuesOf: ({ name, email, notify, weekly_mail, language }) => ({
      name,
      email,
      image: '',
      notify,
      weekly_mail,
      language,
      current_password: '',
    }),
    onShow: (shown) => {
      setUser(shown);
      void followLanguage(shown.language);
    },
  });
  useLeaveGuard(dirty, 'profile');
  const email = useWatch({ control: form.control, name: 'email' });
  const isMoving = String(email).trim().toLowerCase() !== account.email;
  const { resetField } = form;
  useEffect(() => {
    if (!isMoving) resetField('current_password');
  }, [isMoving, resetField]);
  return (
    <FormCard title="Your account" {...{ form, submit, others }}>
      <div className="form-layout">
        <FormColumns side={<ImageField name="image" label="Picture" existing={account.image} />}>
          <TextField name="name" label="Name" required autoComplete="name" />
          <TextField name="email" label="Email" type="email" required autoComplete="email" />
          {isMoving && (
            <PasswordField
              name="current_password"
              label="Current password"
              autoComplete="current-password"
              hint="Needed for another e-mail address. The old one is told by mail."
            />
          )}
          <OptionField name="language" label="Language" options={languageOptions} />
          {may(account.role, 'read', 'leads') && (
            <OptionField
              name="notify"
              label="Mails about demo requests"
              options={notifyOptions}
              hint="Each morning comes a list of what is overdue, due today and new."
            />
          )}
          {may(account.role, 'write', 'leads') && <RingSwitch />}
          {weekRoles.includes(account.role) && <OnOffSwitch name="weekly_mail" label="The week by mail, on Thursday" />}
        </FormColumns>
      </div>
    </FormCard>
  );
}

const notifyOptions: { value: Notify; name: string }[] = [
  { value: 'at_once', name: 'At once, and each morning' },
  { value: 'daily', name: 'Once a day, in the morning' },
  { value: 'never', name: 'Never' },
];

const emptyPassword = { current_password: '', password: '', password_confirmation: '' };

function PasswordForm() {
  const reload = useReload();
  const user = useUser();
  const navigate = useNavigate();
  const { form, submit } = useCallForm({
    values: emptyPassword,
    send: async (values) => {
      const { message } = await api.put(calls.accountPassword, values);
      form.reset(emptyPassword);
      notifyDone(message);
      await reload(calls.accountSessions);
      if (!user?.must_change_password) return;
      const { must_change_password, ...free } = user;
      setUser(free);
      await navigate(adminPages.dashboard);
    },
  });
  return (
    <CallForm {...{ form, submit }} className="card password-card" aria-labelledby="password-title">
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
    </CallForm>
  );
}
