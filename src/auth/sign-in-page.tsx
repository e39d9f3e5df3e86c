import { CircleAlert, CircleCheck, KeyRound, Mail } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { VendorMark, vendorName } from '#content/settings/admin-brand.tsx';
import { language } from '#i18n/text.ts';
import { CallError, messageOf } from '#ui/admin/calls/api.ts';
import { Field, PasswordField, useField } from '#ui/form/call-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { accountStrings } from './strings.ts';

export function SignInPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} | ${vendorName}`;
  }, [title]);
  useEffect(() => {
    const { documentElement } = document;
    documentElement.lang = 'bn';
    return () => {
      documentElement.lang = language();
    };
  }, []);
  return (
    <AuthLayout vendor={vendorName} mark={<VendorMark />} title={title} lead={lead}>
      {children}
    </AuthLayout>
  );
}

export function FormNotice({ tone, children }: { tone: 'bad' | 'good'; children: ReactNode }) {
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'}>
      {children && (
        <div className={`notice notice-${tone} error-summary`}>
          {tone === 'bad' ? <CircleAlert /> : <CircleCheck />}
          <p>{children}</p>
        </div>
      )}
    </div>
  );
}

type Meanings = Partial<Record<number, string>>;

/** The server's English message with its Bengali translation; `meanings` are the page's own, by status. */
export function Failure({ error, meanings }: { error: unknown; meanings?: Meanings }) {
  const meaning = error instanceof CallError ? { ...everywhere, ...meanings }[error.status] : undefined;
  return (
    <>
      <b lang="en">{messageOf(error)}</b>
      {meaning && <span className="auth-translation">{meaning}</span>}
    </>
  );
}

/** By status; 0 is a network error. */
const everywhere: Meanings = {
  0: accountStrings.unreachable,
  429: accountStrings.tooOften,
  503: accountStrings.crowded,
};

export function EmailField() {
  const { id, error, aria, register } = useField('email');
  return (
    <Field id={id} label={accountStrings.email} error={error}>
      <div className="auth-control">
        <Mail />
        <input className="control" type="email" autoComplete="username" {...aria} {...register('email')} />
      </div>
    </Field>
  );
}

export function SignInPassword({
  name = 'password',
  label,
  isNew = false,
}: {
  name?: string;
  label: string;
  isNew?: boolean;
}) {
  return (
    <div className="auth-control">
      <PasswordField
        name={name}
        label={label}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        words={accountStrings}
        icon={<KeyRound />}
      />
    </div>
  );
}
