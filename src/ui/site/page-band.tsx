import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { SectionHeading, type SectionHeadingProps } from './section-heading.tsx';
import { sharedStrings } from './strings.ts';

interface BandProps extends SectionHeadingProps {
  /** Its id, for links to it. */
  anchor?: string;
  className?: string;
  narrow?: boolean;
  children: ReactNode;
}

/** A section as wide as the page, under its heading. */
export function Band({ anchor, className, narrow, children, ...heading }: BandProps) {
  return (
    <section id={anchor} className={className ? `band ${className}` : 'band'} aria-labelledby={heading.id}>
      <div className={narrow ? 'shell narrow' : 'shell'}>
        <SectionHeading {...heading} />
        {children}
      </div>
    </section>
  );
}

export function PageBand(props: BandProps) {
  return <Band level="h1" {...props} />;
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
