/** A ring of twelve dashes, which a style turns. */
export function Dashes() {
  return Array.from({ length: 12 }, (_, index) => (
    <path
      // biome-ignore lint/suspicious/noArrayIndexKey: they are always the same twelve
      key={index}
      d="M0-11V-6.5"
      transform={`rotate(${index * 30})`}
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      opacity={0.2 + (index * 0.8) / 11}
    />
  ));
}
