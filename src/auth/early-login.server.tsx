import { KeyRound, Mail } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Customers } from '#content/settings/schema.ts';
import { pages } from '#paths.ts';
import { Logo } from '#ui/admin/drawings/logo.tsx';
import { AuthLayout, BilingualText, CustomerSignInHint } from './auth-layout.tsx';
import { accountStrings } from './strings.ts';

/**
 * The sign-in form before its JavaScript is loaded. `login-page.tsx` takes over its values, and `boot.ts` delays an
 * early submit.
 */
export function earlyLogin(vendor: { name: string; logo: string | null; customers: Customers | null }): string {
  const mark = vendor.logo ? (
    <span className="vendor-logo">
      <img src={vendor.logo} alt="" />
    </span>
  ) : (
    <Logo />
  );
  return renderToStaticMarkup(
    <AuthLayout vendor={vendor.name} mark={mark} title={accountStrings.title} lead={accountStrings.lead}>
      <form className="gate-form" method="post" action={pages.login} noValidate data-early>
        <EarlyField label={accountStrings.email} icon={<Mail />}>
          <input className="control" id="email" name="email" type="email" autoComplete="username" />
        </EarlyField>
        <EarlyField label={accountStrings.password} icon={<KeyRound />}>
          <input className="control" id="password" name="password" type="password" autoComplete="current-password" />
        </EarlyField>
        <div className="gate-row">
          <label className="check-row inline-row">
            <input type="checkbox" name="remember" />
            <BilingualText bengali={accountStrings.remember} english={accountStrings.rememberInEnglish} />
          </label>
          <a href={pages.forgotPassword} className="stitch-link">
            <BilingualText bengali={accountStrings.forgot} english={accountStrings.forgotInEnglish} />
          </a>
        </div>
        <button type="submit" className="button button-primary gate-submit">
          {accountStrings.login}
        </button>
      </form>
      <CustomerSignInHint customers={vendor.customers} />
    </AuthLayout>,
  );
}

function EarlyField(props: { label: string; icon: ReactNode; children: ReactElement<{ id: string }> }) {
  const { label, icon, children } = props;
  return (
    <div className="field">
      <label htmlFor={children.props.id}>{label}</label>
      <div className="gate-control">
        {icon}
        {children}
      </div>
    </div>
  );
}
