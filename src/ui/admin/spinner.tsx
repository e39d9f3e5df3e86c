import { Dashes } from '../dashes.tsx';

/** Hidden from screen readers: the text beside it is read. */
export function Spinner({ large = false }: { large?: boolean }) {
  return (
    <svg className={large ? 'spinner spinner-large' : 'spinner'} viewBox="-12 -12 24 24" aria-hidden="true">
      <Dashes />
    </svg>
  );
}
