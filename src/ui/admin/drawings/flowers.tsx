import { krishnachura } from '#brand.ts';

export function Flowers() {
  return (
    <svg className="flowers" viewBox="0 0 600 900" preserveAspectRatio="xMaxYMid meet" aria-hidden="true">
      <defs>
        <path id="flower-petal" d="M0 0C-.55-.3-.6-.95 0-1.15C.6-.95.55-.3 0 0Z" />
        <g id="flower">
          <use href="#flower-petal" fill={krishnachura.flag} />
          {[72, 144, 216, 288].map((turn) => (
            <use key={turn} href="#flower-petal" transform={`rotate(${turn})`} fill={krishnachura.petals[2]} />
          ))}
          <circle r=".2" fill={krishnachura.heart} />
        </g>
      </defs>
      {fallen.map(([x, y, turn, size]) => (
        <use key={`${x} ${y}`} href="#flower" transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`} />
      ))}
    </svg>
  );
}

const fallen = [
  [548, 84, 20, 16],
  [436, 92, 200, 8],
  [492, 128, 40, 11],
  [572, 158, 10, 9],
  [380, 142, 250, 7],
  [524, 218, 190, 6],
  [56, 750, 120, 6],
  [142, 802, 60, 12],
  [84, 868, 30, 10],
  [314, 856, 80, 8],
] as const;
