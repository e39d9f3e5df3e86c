import { KeyRound, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Customers } from '#content/settings/schema.ts';
import { pages } from '#paths.ts';
import { Logo } from '#ui/admin/logo.tsx';
import { AuthLayout, BilingualText, CustomerSignInHint } from './auth-layout.tsx';
import { accountStrings } from './strings.ts';

/** What the pages before the back office show of the vendor. */
export interface ShownVendor {
  name: string;
  logo: string | null;
  customers: Customers | null;
}

/**
 * The sign-in form before its JavaScript is loaded. `login-page.tsx` takes over its values, and `boot.ts` delays an
 * early submit.
 */
export function earlyLogin(vendor: ShownVendor): string {
  const mark = vendor.logo ? (
    <span className="vendor-logo">
      <img src={vendor.logo} alt="" />
    </span>
  ) : (
    <Logo />
  );
  return renderToStaticMarkup(
    <AuthLayout vendor={vendor.name} mark={mark} title={accountStrings.title} lead={accountStrings.lead}>
      <form className="auth-form" method="post" action={pages.login} noValidate data-early>
        <EarlyField label={accountStrings.email} icon={<Mail />} type="email" autoComplete="username" />
        <EarlyField
          label={accountStrings.password}
          icon={<KeyRound />}
          type="password"
          autoComplete="current-password"
        />
        <div className="auth-row">
          <label className="check-row inline-row">
            <input type="checkbox" name="remember" />
            <BilingualText bengali={accountStrings.remember} english={accountStrings.rememberInEnglish} />
          </label>
          <a href={pages.forgotPassword} className="stitch-link">
            <BilingualText bengali={accountStrings.forgot} english={accountStrings.forgotInEnglish} />
          </a>
        </div>
        <button type="submit" className="button button-primary auth-submit">
          {accountStrings.login}
        </button>
      </form>
      <CustomerSignInHint customers={vendor.customers} />
    </AuthLayout>,
  );
}

interface EarlyFieldProps {
  label: string;
  icon: ReactNode;
  type: 'email' | 'password';
  autoComplete: string;
}

function EarlyField({ label, icon, type, autoComplete }: EarlyFieldProps) {
  return (
    <div className="field">
      <label htmlFor={type}>{label}</label>
      <div className="auth-control">
        {icon}
        <input className="control" id={type} name={type} {...{ type, autoComplete }} />
      </div>
    </div>
  );
}
