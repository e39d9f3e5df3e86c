/** A thread that was cut: the needle waits on one side. */
export function CutThread() {
  return (
    <svg className="thread" viewBox="0 0 300 220" fill="none" aria-hidden="true">
      <path
        d="M12 150C44 60 92 70 104 120C110 148 92 168 78 152C66 136 96 108 128 116"
        stroke="var(--flame)"
        strokeWidth="3.5"
        strokeDasharray="11 8"
        strokeLinecap="round"
      />
      <path
        d="M172 104C196 110 190 150 216 150C240 150 246 126 262 96"
        stroke="var(--flame)"
        strokeWidth="3.5"
        strokeDasharray="11 8"
        strokeLinecap="round"
      />
      <path d="M136 117L144 108M164 103L156 112" stroke="var(--flame)" strokeWidth="2.5" strokeLinecap="round" />
      <g transform="translate(262 98) rotate(-72)">
        <path d="M-6 0C-6-4.5 4-5 14-4L92 0L14 4C4 5-6 4.5-6 0Z" fill="var(--ink-2)" />
        <ellipse cx="6" rx="7" ry="1.7" fill="var(--bg)" />
      </g>
    </svg>
  );
}
