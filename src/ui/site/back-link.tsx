import { Icon } from './icon.tsx';

/** The way up from a single text. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="stitch-link">
      <Icon name="arrow" />
      {children}
    </a>
  );
}
