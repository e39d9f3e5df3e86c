import type { LatestChange } from '#api/audit.ts';

/** Status 0 is a network error. */
export class CallError extends Error {
  readonly status: number;
  readonly fields: Record<string, string[]>;
  /** Further data of the response, such as the newer record of a 409. */
  readonly data: unknown;
  /** Who changed the record of a 409, the newest change first. */
  readonly changes: LatestChange[];

  constructor(status: number, message: string, more: Partial<Pick<CallError, 'fields' | 'data' | 'changes'>> = {}) {
    super(message);
    this.status = status;
    this.fields = more.fields ?? {};
    this.data = more.data;
    this.changes = more.changes ?? [];
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
