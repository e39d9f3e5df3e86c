import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { SectionHeading } from './section-heading.tsx';
import { sharedStrings } from './strings.ts';

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

export function EmptyState({ title, line = sharedStrings.emptyLine }: { title?: string; line?: string }) {
  return (
    <div className="empty">
      <Icon name="arch" className="" />
      <div className="sill" />
      {title ? <b>{title}</b> : <b lang="en">{sharedStrings.empty}</b>}
      <span>{line}</span>
    </div>
  );
}
