import { Icon } from './icon.tsx';
import { sharedStrings } from './strings.ts';

export function EmptyState({ line = sharedStrings.emptyLine }: { line?: string }) {
  return (
    <div className="empty">
      <Icon name="arch" className="" />
      <div className="sill" />
      <b lang="en">{sharedStrings.empty}</b>
      <span>{line}</span>
    </div>
  );
}
