import { Icon } from './icon.tsx';
import { words } from './words.ts';

export function EmptyState({ line = words.emptyLine }: { line?: string }) {
  return (
    <div className="empty">
      <Icon name="arch" className="" />
      <div className="sill" />
      <b lang="en">{words.empty}</b>
      <span>{line}</span>
    </div>
  );
}
