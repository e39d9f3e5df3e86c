import type { AuditEvent } from '#api/audit.ts';
import { takaInWords } from '#api/text.ts';
import { type AuditAction, changedFields, fieldsInWords } from '#cms/audit/strings.ts';
import { outcomeNames, type Stage, stageNames, wayNames } from '#leads/lead/strings.ts';
import { formatDay } from '#ui/admin/dates.ts';
import type { Audited, Screen } from '#ui/admin/screen.ts';
import { screens } from '../screens.ts';

/** The list ends after this many events; older ones are found by day or in an export. */
export const maxListed = 10_000;

/** How to name the records of each kind, and the screen that shows them. */
export const auditedKinds: Record<string, Audited & { screen: Screen }> = Object.fromEntries(
  screens.flatMap((screen) =>
    Object.entries(screen.audited ?? {}).map(([kind, audited]) => [kind, { ...audited, screen }]),
  ),
);

export const kindNames = Object.keys(auditedKinds).sort((one, other) => kindName(one).localeCompare(kindName(other)));

export function kindName(kind: string): string {
  return auditedKinds[kind]?.noun ?? kind.replaceAll(/[_-]/g, ' ');
}

/** For what was done with many at once, as an import. */
export function kindsInWords(kind: string, count: unknown): string {
  const noun = kindName(kind);
  const nouns = noun.endsWith('s') ? noun : `${noun.replace(/y$/, 'ie')}s`;
  if (typeof count !== 'number') return kind === 'demo_requests' ? nouns : noun;
  return count === 1 ? `1 ${noun}` : `${count} ${nouns}`;
}

type Facts = Record<string, unknown>;

/** What the end of a sentence says, where an action has more to tell than its record. */
const endings: Partial<Record<AuditAction, (after: Facts, before: Facts) => string>> = {
  stage: (after, before) => ` from ${stageIn(before)} to ${stageIn(after)}`,
  owner: (after, before) => ` from ${before.owner ?? 'nobody'} to ${after.owner ?? 'nobody'}`,
  next_step: ({ next_step_on: day }) => (typeof day === 'string' ? ` for ${formatDay(day)}` : ''),
  value: (after, before) => ` from ${amountIn(before)} to ${amountIn(after)}`,
  call: ({ outcome }) => (isKey(outcome, outcomeNames) ? `: ${outcomeNames[outcome].toLowerCase()}` : ''),
  message: ({ way }) => (isKey(way, wayNames) ? ` by ${wayNames[way]}` : ''),
  details: ({ changed }) => (Array.isArray(changed) ? fieldsInWords(changed) : ''),
  update: (after, before) => changedFields({ before, after }),
};

export function endingOf({ action, before, after }: AuditEvent): string {
  return endings[action as AuditAction]?.(after ?? {}, before ?? {}) ?? '';
}

function stageIn({ stage }: Facts): string {
  return stageNames[stage as Stage] ?? String(stage);
}

function amountIn({ value }: Facts): string {
  return typeof value === 'number' ? takaInWords(value) : 'none';
}

function isKey<Names extends object>(value: unknown, names: Names): value is keyof Names {
  return typeof value === 'string' && value in names;
}
