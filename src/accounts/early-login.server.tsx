import { KeyRound, Mail } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { pages } from '#paths.ts';
import type { Customers } from '#site-settings/schema.ts';
import { Logo } from '#ui/admin/drawings/logo.tsx';
import { Gate, InBoth, WhereCustomersSignIn } from './gate.tsx';
import { words } from './words.ts';

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
    <Gate vendor={vendor.name} mark={mark} title={words.title} lead={words.lead}>
      <form className="gate-form" method="post" action={pages.login} noValidate data-early>
        <EarlyField label={words.email} icon={<Mail aria-hidden="true" />}>
          <input className="control" id="email" name="email" type="email" autoComplete="username" />
        </EarlyField>
        <EarlyField label={words.password} icon={<KeyRound aria-hidden="true" />}>
          <input className="control" id="password" name="password" type="password" autoComplete="current-password" />
        </EarlyField>
        <div className="gate-row">
          <label className="check-row">
            <input type="checkbox" name="remember" />
            <InBoth bengali={words.remember} english={words.rememberInEnglish} />
          </label>
          <a href={pages.forgotPassword} className="stitch-link">
            <InBoth bengali={words.forgot} english={words.forgotInEnglish} />
          </a>
        </div>
        <button type="submit" className="button button-primary gate-submit">
          {words.login}
        </button>
      </form>
      <WhereCustomersSignIn customers={vendor.customers} />
    </Gate>,
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
