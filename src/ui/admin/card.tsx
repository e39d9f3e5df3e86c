import type { ReactNode } from 'react';

/** `head` stands beside the title. */
export function Card(props: { id: string; title: ReactNode; head?: ReactNode; children: ReactNode }) {
  const { id, title, head, children } = props;
  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <div className="card-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {head}
      </div>
      {children}
    </section>
  );
}
