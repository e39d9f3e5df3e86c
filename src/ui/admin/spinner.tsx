/** A ring of twelve dashes, hidden from screen readers: the text beside it is read. */
export function Spinner({ large = false }: { large?: boolean }) {
  return (
    <svg className={large ? 'spinner spinner-large' : 'spinner'} viewBox="-12 -12 24 24" aria-hidden="true">
      {twelve.map((index) => (
        <path
          key={index}
          d="M0-11V-6.5"
          transform={`rotate(${index * 30})`}
          stroke="currentColor"
          strokeWidth="2.4"
          strokeLinecap="round"
          opacity={0.2 + (index * 0.8) / 11}
        />
      ))}
    </svg>
  );
}

const twelve = Array.from({ length: 12 }, (_, index) => index);
