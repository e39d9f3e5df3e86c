import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import { words } from './words.ts';

/** What the server said, in its English, and what that means in Bengali. */
export function GateFailure({ error }: { error: unknown }) {
  const meaning = error instanceof CallError ? meanings[error.status] : undefined;
  return (
    <>
      <b lang="en">{messageOf(error)}</b>
      {meaning && <span className="gate-translation">{meaning}</span>}
    </>
  );
}

/** By status; 0 reached nobody. */
const meanings: Partial<Record<number, string>> = {
  0: words.unreachable,
  400: words.endedLink,
  401: words.wrong,
  429: words.tooOften,
  503: words.crowded,
};
