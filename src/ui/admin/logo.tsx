export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 40 40" fill="none" stroke="currentColor" strokeWidth="5" aria-hidden="true">
      <path d="M2 6.5H38" />
      <path d="M8.5 6V34.5H15.5M24.5 34.5H31.5V6" />
      <circle cx="20" cy="20.5" r="4.8" fill="var(--dot)" stroke="none" />
    </svg>
  );
}
