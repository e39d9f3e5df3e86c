/** Status 0 is a network error. */
export class CallError extends Error {
  readonly status: number;
  readonly fields: Record<string, string[]>;
  /** Further data of the response, such as the newer record of a 409. */
  readonly data: unknown;

  constructor(status: number, message: string, more: { fields?: Record<string, string[]>; data?: unknown } = {}) {
    super(message);
    this.status = status;
    this.fields = more.fields ?? {};
    this.data = more.data;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
