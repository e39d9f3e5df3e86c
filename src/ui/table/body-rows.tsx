import { RefreshCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export function SkeletonRows({ heads, thumbnail }: { heads: string[]; thumbnail: boolean }) {
  return three.map((row) => (
    <tr key={row}>
      <td>
        <span className="skeleton" style={{ width: 16, height: 20 }} />
      </td>
      {heads.map((head, index) => (
        <td key={head}>
          <span
            className="skeleton"
            style={index === 0 && thumbnail ? { width: 134, height: 84 } : { width: '70%', minWidth: 60, height: 20 }}
          />
        </td>
      ))}
    </tr>
  ));
}

const three = [1, 2, 3];

/** A row with one cell across the whole table. */
export function WholeRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns}>{children}</td>
    </tr>
  );
}

export function Empty({ hint }: { hint: string }) {
  return (
    <div className="empty">
      <svg viewBox="-2 -2 104 110" aria-hidden="true">
        <path d={arch} fill="none" stroke="currentColor" strokeWidth="2.6" strokeDasharray="9 7" />
      </svg>
      <div className="sill" />
      <b>Data Not Found!</b>
      <span>{hint}</span>
    </div>
  );
}

export function Failed({ what = 'list', onRetry }: { what?: string; onRetry: () => void }) {
  const id = useId();
  return (
    <div className="failed-row wrap" role="alert">
      <TriangleAlert />
      <span id={id}>The {what} could not be loaded.</span>
      <button type="button" className="button button-quiet" aria-describedby={id} onClick={onRetry}>
        <RefreshCw />
        Try again
      </button>
    </div>
  );
}

/** An error with a retry button. `text` as in 'The settings could not be loaded.' */
export function NotLoaded({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="notice notice-bad" role="alert">
      <p>{text}</p>
      <button type="button" className="button button-quiet" onClick={onRetry}>
        <RefreshCw />
        Try again
      </button>
    </div>
  );
}

const arch =
  'M1 106V50C1 44 4 38 10 35C7 25 14 17 24 18C25 9 36 6 43 9C46 8 48.5 4 50 0C51.5 4 54 8 57 9C64 6 75 9 76 18C86 17 93 25 90 35C96 38 99 44 99 50V106';
