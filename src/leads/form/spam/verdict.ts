/** From these scores on a request is asked for a proof of work, and is spam. */
const bounds = {
  suspect: 3,
  /** Without a proof, where the sender can't give one. */
  spam: 4,
  /** Whatever is proved. */
  surelySpam: 6,
} as const;

export type Verdict = 'good' | 'ask for proof' | 'spam';

/**
 * `can`: the sender's program solves challenges, `done`: it has solved one. Everyone else, such as a plain API client or a
 * browser without JavaScript, is judged by the score alone.
 */
export function verdictOf(score: number, proof: 'none' | 'can' | 'done'): Verdict {
  if (score >= bounds.surelySpam) return 'spam';
  if (proof === 'done' || score < bounds.suspect) return 'good';
  if (proof === 'can') return 'ask for proof';
  return score >= bounds.spam ? 'spam' : 'good';
}
