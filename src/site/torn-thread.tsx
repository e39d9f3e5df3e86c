import type { ReactNode } from 'react';

interface TornThreadProps {
  height: number;
  /** The courses of its pieces; the needle lies at the end of the last one. */
  pieces: string[];
  children?: ReactNode;
}

/** The drawing of a page that can't be shown. */
export function TornThread({ height, pieces, children }: TornThreadProps) {
  return (
    <svg className="thread" viewBox={`0 0 300 ${height}`} fill="none" aria-hidden="true">
      {pieces.map((course) => (
        <path
          key={course}
          d={course}
          stroke="var(--flame)"
          strokeWidth="3.5"
          strokeDasharray="11 8"
          strokeLinecap="round"
        />
      ))}
      {children}
      <Needle place="translate(262 98) rotate(-72)" />
    </svg>
  );
}

export function Needle({ place }: { place: string }) {
  return (
    <g transform={place}>
      <path d="M-6 0C-6-4.5 4-5 14-4L92 0L14 4C4 5-6 4.5-6 0Z" fill="var(--ink-2)" />
      <ellipse cx="6" rx="7" ry="1.7" fill="var(--bg)" />
    </g>
  );
}
