import { sharedStrings } from '#ui/site/strings.ts';

export function EmptySection({ name, title }: { name: string; title: string }) {
  const heading = `${name}-heading`;
  return (
    <section id={name} className="empty-section" aria-labelledby={heading}>
      <div className="shell">
        <h2 id={heading}>{title}</h2>
        <p>
          <b lang="en">{sharedStrings.empty}</b> <span>{sharedStrings.emptyLine}</span>
        </p>
      </div>
    </section>
  );
}
