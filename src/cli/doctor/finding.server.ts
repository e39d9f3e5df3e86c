/** `unknown`: it can't be checked from here. */
export interface Finding {
  what: string;
  is: 'well' | 'warning' | 'broken' | 'unknown';
  says: string;
  todo?: string;
}

const finding = (is: Finding['is']) => (what: string, says: string, todo: string) => ({ what, is, says, todo });

export const warning = finding('warning');
export const broken = finding('broken');
export const unknown = finding('unknown');
export const well = (what: string, says: string): Finding => ({ what, is: 'well', says });
