import type { ExitOutcome } from '../command.server.ts';

/** `unknown`: it can't be checked from here. */
export interface Finding {
  label: string;
  status: 'ok' | 'warning' | 'error' | 'unknown';
  message: string;
  hint?: string;
}

const finding = (status: Finding['status']) => (label: string, message: string, hint: string) => ({
  label,
  status,
  message,
  hint,
});

export const warning = finding('warning');
export const broken = finding('error');
export const unknown = finding('unknown');
export const ok = (label: string, message: string): Finding => ({ label, status: 'ok', message });

export function report(findings: Finding[]): ExitOutcome {
  const marks = { ok: 'ok      ', warning: 'WARNING ', error: 'ERROR   ', unknown: 'unknown ' };
  const lines = findings.flatMap(({ label, status, message, hint }) => [
    `${marks[status]} ${label}: ${message}`,
    ...(hint ? [`          → ${hint}`] : []),
  ]);
  const worst = findings.find(({ status }) => status === 'error');
  return { facts: { findings }, text: lines.join('\n'), hint: worst?.hint, failed: worst !== undefined };
}
