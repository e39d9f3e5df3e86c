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
