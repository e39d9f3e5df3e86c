import type { IconName } from './sprite.tsx';

/** An icon of the sprite, hidden from screen readers: the text beside it is read. */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

export function SiteSpinner() {
  return <Icon name="stitches" className="spinner" />;
}
