import type { ReactNode } from 'react';

export function FormColumns({ side, children }: { side?: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className="form-grid">{children}</div>
      {side && <div className="form-side">{side}</div>}
    </>
  );
}
