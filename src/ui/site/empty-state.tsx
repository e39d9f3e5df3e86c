import { Icon } from './icon.tsx';
import { words } from './words.ts';

/** An empty niche: nothing has been put here yet. */
export function EmptyState() {
  return (
    <div className="empty">
      <Icon name="arch" className="" />
      <div className="sill" />
      <b lang="en">{words.empty}</b>
      <span>{words.emptyLine}</span>
    </div>
  );
}
