import type { ReactNode } from 'react';

interface CardProps {
  id: string;
  title: ReactNode;
  className?: string;
  /** Beside the title. */
  head?: ReactNode;
  children: ReactNode;
}

export function Card({ id, title, className, head, children }: CardProps) {
  return (
    <section className={className ? `card ${className}` : 'card'} aria-labelledby={`${id}-title`}>
      <div className="card-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {head}
      </div>
      {children}
    </section>
  );
}

/** One entry of a `dl`; nothing without a value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** `share` in percent. */
export function Bar({ share, height = 8 }: { share: number; height?: number }) {
  return (
    <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <rect width={share} height={height} />
    </svg>
  );
}
