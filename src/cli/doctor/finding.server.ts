/** `unknown`: it can't be checked from here. */
export interface Finding {
  what: string;
  is: 'well' | 'warning' | 'broken' | 'unknown';
  says: string;
  todo?: string;
}

export const well = (what: string, says: string): Finding => ({ what, is: 'well', says });
export const warning = (what: string, says: string, todo: string): Finding => ({ what, is: 'warning', says, todo });
export const broken = (what: string, says: string, todo: string): Finding => ({ what, is: 'broken', says, todo });
export const unknown = (what: string, says: string, todo: string): Finding => ({ what, is: 'unknown', says, todo });

export function messageOfError(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}
