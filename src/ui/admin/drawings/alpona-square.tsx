import { AlponaSymbol } from '../../alpona.tsx';

/** The faint alpona of the dashboard's welcome. */
export function AlponaSquare() {
  return (
    <svg className="welcome-alpona" viewBox="-110 -110 220 220" aria-hidden="true">
      <AlponaSymbol />
      <use href="#i-alpona" x="-110" y="-110" width="220" height="220" />
    </svg>
  );
}
