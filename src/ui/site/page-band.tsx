import type { ReactNode } from 'react';
import { SectionHeading } from './section-heading.tsx';

interface PageBandProps {
  /** Of the heading. */
  id: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A page that is one section: its heading, then what it shows. */
export function PageBand({ id, title, lead, children }: PageBandProps) {
  return (
    <section className="band" aria-labelledby={id}>
      <div className="shell">
        <SectionHeading id={id} level="h1" title={title} lead={lead} />
        {children}
      </div>
    </section>
  );
}
