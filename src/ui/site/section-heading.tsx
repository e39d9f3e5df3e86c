import type { ReactNode } from 'react';

export interface SectionHeadingProps {
  id: string;
  title: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
  level?: 'h1' | 'h2';
}

/** A section heading that hangs from a line, the matra of Bengali letters. */
export function SectionHeading({ id, title, lead, aside, level: Heading = 'h2' }: SectionHeadingProps) {
  return (
    <div className="section-head">
      <div className="matra" />
      <div>
        <div className="heading">
          <Heading id={id}>{title}</Heading>
          {lead && <p>{lead}</p>}
        </div>
        {aside}
      </div>
    </div>
  );
}
