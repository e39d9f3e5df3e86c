import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface StitchLinkProps {
  href: string;
  children: ReactNode;
  /** What it leads to, for a reader who hears the links without what is around them. */
  about?: string;
}

export function StitchLink({ href, children, about }: StitchLinkProps) {
  return (
    <a href={href} className="stitch-link">
      {children}
      {about && <span className="sr-only">: {about}</span>}
      <Icon name="arrow" />
    </a>
  );
}
