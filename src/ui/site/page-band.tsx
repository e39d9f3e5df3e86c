import type { ReactNode } from 'react';
import { SectionHeading } from './section-heading.tsx';

interface PageBandProps {
  /** Of the heading. */
  id: string;
  title: string;
  lead?: ReactNode;
  /** No wider than a text. */
  narrow?: boolean;
  children: ReactNode;
}

/** A page that is one section: its heading, then what it shows. */
export function PageBand({ id, title, lead, narrow, children }: PageBandProps) {
  return (
    <section className="band" aria-labelledby={id}>
      <div className={narrow ? 'shell narrow' : 'shell'}>
        <SectionHeading id={id} level="h1" title={title} lead={lead} />
        {children}
      </div>
    </section>
  );
}
