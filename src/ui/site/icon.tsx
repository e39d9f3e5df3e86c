import type { IconName } from './sprite.tsx';

/** A drawing from the page's sprite. It says nothing to a screen reader: the words beside it do. */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
