import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import { words } from './words.ts';

type Meanings = Partial<Record<number, string>>;

/** What the server said, in its English, and what that means in Bengali; `meanings` are by status those of one page. */
export function GateFailure({ error, meanings }: { error: unknown; meanings?: Meanings }) {
  const meaning = error instanceof CallError ? { ...everywhere, ...meanings }[error.status] : undefined;
  return (
    <>
      <b lang="en">{messageOf(error)}</b>
      {meaning && <span className="gate-translation">{meaning}</span>}
    </>
  );
}

/** By status; 0 reached nobody. */
const everywhere: Meanings = {
  0: words.unreachable,
  429: words.tooOften,
  503: words.crowded,
};
