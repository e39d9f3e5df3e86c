import { ArrowLeft, CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { pages } from '#paths.ts';
import { VendorMark, vendorName } from '#site-settings/admin-brand.tsx';
import { AlponaRing } from '#ui/admin/drawings/alpona-ring.tsx';
import { Flowers } from '#ui/admin/drawings/flowers.tsx';
import { words } from './words.ts';

/** A page before the back office: a form on the lime-washed wall, the painted floor beside it. */
export function GatePage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} | ${vendorName}`;
  }, [title]);
  return (
    <div className="gate" lang="bn">
      <header>
        <a href={pages.home} className="gate-brand" aria-label={words.homeOf(vendorName)}>
          <VendorMark />
          <span>{vendorName}</span>
        </a>
      </header>
      <main className="gate-main">
        <h1>{title}</h1>
        <p className="gate-lead">{lead}</p>
        {children}
      </main>
      <footer>
        <a href={pages.home} className="stitch-link">
          <ArrowLeft aria-hidden="true" />
          {words.backToSite}
        </a>
      </footer>
      <div className="gate-floor" aria-hidden="true">
        <AlponaRing />
        <Flowers />
      </div>
    </div>
  );
}

/** What came of the form, above it. */
export function GateNotice({ tone, children }: { tone: 'bad' | 'good'; children: ReactNode }) {
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'}>
      {children && (
        <div className={`notice notice-${tone} error-summary`}>
          {tone === 'bad' ? <CircleAlert aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
          <p>{children}</p>
        </div>
      )}
    </div>
  );
}
