/** `share` in percent. */
export function Bar({ share, height = 8 }: { share: number; height?: number }) {
  return (
    <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <rect width={share} height={height} />
    </svg>
  );
}
