export function AlponaRing() {
  return (
    <svg className="alpona-ring" viewBox="-144 -144 288 288" aria-hidden="true">
      <defs>
        <g id="al-a">
          <path d="M0-12C-10-19-10-31 0-40C10-31 10-19 0-12Z" />
          <path d="M0-18C-4-23-4-29 0-34C4-29 4-23 0-18Z" {...solid} />
        </g>
        <g id="al-b">
          <circle cy="-36" r="2" {...solid} />
          <path d="M0-14V-27" />
        </g>
        <g id="al-c">
          <path d="M-8.6-47Q0-66 8.6-47" />
          <circle cy="-52" r="1.6" {...solid} />
        </g>
        <circle id="al-d" cy="-62" r="1.7" {...solid} />
        <g id="al-e">
          <path d="M0-64C-13-71-13-84 0-97C13-84 13-71 0-64Z" />
          <path d="M0-70C-6-75-6-82 0-89C6-82 6-75 0-70Z" {...solid} />
          <path d="M-6-65C-17-63-24-70-20-77C-17-82-11-79-13-74M6-65C17-63 24-70 20-77C17-82 11-79 13-74" />
        </g>
        <g id="al-f" {...solid}>
          <circle cy="-84" r="2.1" />
          <circle cy="-91" r="1.5" />
          <circle cy="-96.5" r="1.1" />
        </g>
        <g id="al-l" {...solid}>
          <path d="M0-108C-5-112-5-119 0-124C5-119 5-112 0-108Z" />
          <circle cy="-112" cx="9.7" r="1.4" />
        </g>
        <g id="al-m">
          <path d="M-21.5-124Q0-142 21.5-124" />
          <circle cy="-128" r="1.8" {...solid} />
        </g>
      </defs>
      <g fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" strokeLinejoin="round">
        <circle r="4.2" {...solid} />
        <circle r="9.5" />
        <circle r="46.5" />
        <Turned part="al-a" times={8} />
        <Turned part="al-b" times={8} from={22.5} />
        <Turned part="al-c" times={16} />
        <Turned part="al-d" times={16} from={11.25} />
        <Turned part="al-e" times={8} />
        <Turned part="al-f" times={8} from={22.5} />
        <circle r="104" />
        <circle r="107.5" strokeWidth="1" />
        <Turned part="al-l" times={36} />
        <Turned part="al-m" times={18} from={5} />
      </g>
    </svg>
  );
}

const solid = { fill: 'currentColor', stroke: 'none' } as const;

function Turned({ part, times, from = 0 }: { part: string; times: number; from?: number }) {
  const turns = Array.from({ length: times }, (_, index) => from + (index * 360) / times);
  return turns.map((turn) => <use key={turn} href={`#${part}`} transform={`rotate(${turn})`} />);
}
