import type { ReactNode } from 'react';
import { SectionHeading } from './section-heading.tsx';

interface PageBandProps {
  id: string;
  title: string;
  lead?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}

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
