/** A thread that ran in circles. */
export function LostThread() {
  return (
    <svg className="thread" viewBox="0 0 300 300" fill="none" aria-hidden="true">
      <path
        d="M20 250C60 150 120 250 150 170C176 100 70 90 96 150C118 200 220 180 214 120C208 70 140 70 150 120C160 166 250 190 262 96"
        stroke="var(--flame)"
        strokeWidth="3.5"
        strokeDasharray="11 8"
        strokeLinecap="round"
      />
      <g transform="translate(262 98) rotate(-72)">
        <path d="M-6 0C-6-4.5 4-5 14-4L92 0L14 4C4 5-6 4.5-6 0Z" fill="var(--ink-2)" />
        <ellipse cx="6" rx="7" ry="1.7" fill="var(--bg)" />
      </g>
    </svg>
  );
}
