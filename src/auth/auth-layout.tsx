import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Customers } from '#content/settings/schema.ts';
import { pages } from '#paths.ts';
import { AlponaRing } from '#ui/admin/drawings/alpona-ring.tsx';
import { Flowers } from '#ui/admin/drawings/flowers.tsx';
import { otherLanguage, otherLanguageName } from './language.ts';
import { accountStrings } from './strings.ts';

export function AuthLayout({
  vendor,
  mark,
  title,
  lead,
  children,
}: {
  vendor: string;
  mark: ReactNode;
  title: string;
  lead: string;
  children?: ReactNode;
}) {
  return (
    <div className="gate" lang="bn">
      <header>
        <a href={pages.home} className="gate-brand" aria-label={accountStrings.homeOf(vendor)}>
          {mark}
          <span>{vendor}</span>
        </a>
      </header>
      <main className="gate-main">
        <h1>{title}</h1>
        <p className="gate-lead">{lead}</p>
        {children}
      </main>
      <footer>
        <a href={pages.home} className="stitch-link">
          <ArrowLeft />
          {accountStrings.backToSite}
        </a>
        <LanguageLink />
      </footer>
      <div className="gate-floor" aria-hidden="true">
        <AlponaRing />
        <Flowers />
      </div>
    </div>
  );
}

/** The back office's language, for who has not chosen one in the profile. */
function LanguageLink() {
  const query = new URLSearchParams(typeof location === 'undefined' ? '' : location.search);
  query.set('language', otherLanguage());
  return (
    <a href={`?${query}`} className="stitch-link" lang={otherLanguage()}>
      {otherLanguageName()}
    </a>
  );
}

export function CustomerSignInHint({ customers }: { customers: Customers | null }) {
  if (!customers) return null;
  const { text, link } = customers;
  return (
    <p className="gate-customers">
      {text}{' '}
      {link && (
        <a href={link} className="stitch-link" rel="noopener">
          {link.replace(/^https:\/\/|\/$/g, '')}
        </a>
      )}
    </p>
  );
}

/** In Bengali, with the English term below it. */
export function BilingualText({ bengali, english }: { bengali: string; english: string }) {
  return (
    <span className="gate-both">
      {bengali}
      <span lang="en">{english}</span>
    </span>
  );
}
