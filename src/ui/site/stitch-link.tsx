import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface StitchLinkProps {
  href: string;
  children: ReactNode;
  /** The link's context for screen readers. */
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
