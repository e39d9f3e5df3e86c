import type { ReactNode } from 'react';

interface SectionHeadingProps {
  id: string;
  title: ReactNode;
  lead?: ReactNode;
  /** What stands at the end of the line: a link, the controls of a carousel. */
  aside?: ReactNode;
  level?: 'h1' | 'h2';
}

/** Every section heading hangs from the matra, as a Bengali letter does. */
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
