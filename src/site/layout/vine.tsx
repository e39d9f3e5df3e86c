/** The alpona vine along the top of the floor. A pattern in the page: no file to fetch, and it takes the floor's colour. */
export function Vine() {
  return (
    <svg className="vine" aria-hidden="true">
      <defs>
        <path id="vine-leaf" d="M0 0C-7-4-7-12 0-17C7-12 7-4 0 0Z" />
        <pattern id="vine" width="112" height="44" patternUnits="userSpaceOnUse">
          <path d="M0 22C14 6 42 6 56 22S98 38 112 22" fill="none" stroke="currentColor" strokeWidth="1.8" />
          <g fill="currentColor">
            {leaves.map(([x, y, turn]) => (
              <use key={`${x}`} href="#vine-leaf" transform={`translate(${x} ${y}) rotate(${turn})`} />
            ))}
            {buds.map(([x, y, radius]) => (
              <circle key={`${x}`} cx={x} cy={y} r={radius} />
            ))}
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="44" fill="url(#vine)" />
    </svg>
  );
}

const leaves = [
  [28, 11, 180],
  [16, 13, 222],
  [40, 13, 138],
  [84, 33, 0],
  [72, 31, -42],
  [96, 31, 42],
] as const;

const buds = [
  [28, 4, 1.9],
  [21, 5.5, 1.2],
  [35, 5.5, 1.2],
  [84, 40, 1.9],
  [77, 38.5, 1.2],
  [91, 38.5, 1.2],
] as const;
