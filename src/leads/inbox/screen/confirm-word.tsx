import { eraseWord } from '../../lead/limits.ts';

/** For what can't be undone: a word must be typed. */
export function ConfirmWord(props: { typed: string; className?: string; onType: (typed: string) => void }) {
  return (
    <label className={`field ${props.className ?? ''}`}>
      <span className="label">Type {eraseWord} to confirm</span>
      <input
        className="control"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={props.typed}
        onChange={(event) => props.onType(event.target.value)}
      />
    </label>
  );
}
