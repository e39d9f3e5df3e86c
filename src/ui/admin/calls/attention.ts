/** After so many milliseconds without input the user counts as away. */
const attention = 60_000;
let touchedAt = 0;

export function watchAttention(): void {
  const note = () => {
    touchedAt = performance.now();
  };
  for (const type of ['pointerdown', 'pointermove', 'wheel', 'keydown'])
    addEventListener(type, note, { capture: true, passive: true });
}

export function isUnattended(): boolean {
  return performance.now() - touchedAt > attention;
}
