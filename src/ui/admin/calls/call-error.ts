/** A call that was refused, or that reached nobody (status 0). */
export class CallError extends Error {
  readonly status: number;
  /** What to mend, by the name of the field. */
  readonly fields: Record<string, string[]>;
  /** What the answer carried beside, such as the newer record of a 409. */
  readonly data: unknown;

  constructor(status: number, message: string, more: { fields?: Record<string, string[]>; data?: unknown } = {}) {
    super(message);
    this.status = status;
    this.fields = more.fields ?? {};
    this.data = more.data;
  }
}

/** What went wrong, for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
