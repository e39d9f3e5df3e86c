import { Icon } from './icon.tsx';
import { sharedStrings } from './strings.ts';

export function EmptyState({ title, line = sharedStrings.emptyLine }: { title?: string; line?: string }) {
  return (
    <div className="empty">
      <Icon name="arch" className="" />
      <div className="sill" />
      {title ? <b>{title}</b> : <b lang="en">{sharedStrings.empty}</b>}
      <span>{line}</span>
    </div>
  );
}
