import type { ReactNode } from 'react';

/** The fields of a form on a grid of twelve columns; `side` stands beside them on a wide screen. */
export function FormColumns({ side, children }: { side?: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className="form-grid">{children}</div>
      {side && <div className="form-side">{side}</div>}
    </>
  );
}
