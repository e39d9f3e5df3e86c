import type { AuditEvent } from '#api/audit.ts';
import { takaInWords } from '#api/text.ts';
import { type AuditAction, actionText, changedFields, fieldsInWords } from '#cms/audit/strings.ts';
import { inDigits, language, t } from '#i18n/text.ts';
import { outcomeNames, type Stage, stageNames, wayNames } from '#leads/lead/strings.ts';
import { formatDay } from '#ui/admin/dates.ts';
import type { Audited } from '#ui/admin/screen.ts';
import { type OfficeScreen, screens } from '../screens.ts';

/** The list ends after this many events; older ones are found by day or in an export. */
export const maxListed = 10_000;

/** How to name the records of each kind, and the screen that shows them. */
export const auditedKinds: Record<string, Audited & { screen: OfficeScreen }> = Object.fromEntries(
  screens.flatMap((screen) =>
    Object.entries(screen.audited ?? {}).map(([kind, audited]) => [kind, { ...audited, screen }]),
  ),
);

export const kindNames = Object.keys(auditedKinds).sort((one, other) =>
  kindName(one).localeCompare(kindName(other), language()),
);

export function kindName(kind: string): string {
  return auditedKinds[kind]?.noun ?? kind.replaceAll(/[_-]/g, ' ');
}

/** For what was done with many at once, as an import. */
export function kindsInWords(kind: string, count: unknown): string {
  const noun = kindName(kind);
  if (language() === 'bn') return typeof count === 'number' ? `${inDigits(count)}টি ${noun}` : noun;
  const nouns = noun.endsWith('s') ? noun : `${noun.replace(/y$/, 'ie')}s`;
  if (typeof count !== 'number') return kind === 'demo_requests' ? nouns : noun;
  return count === 1 ? `1 ${noun}` : `${count} ${nouns}`;
}

type Facts = Record<string, unknown>;

/** Where an action has more to tell than its record: the whole sentence, or what follows it. */
const more: Partial<Record<AuditAction, (after: Facts, before: Facts) => string>> = {
  stage: (after, before) => t`moved {} from ${stageIn(before)} to ${stageIn(after)}`,
  owner: ({ owner: to }, { owner: from }) =>
    !from
      ? t`changed the owner of {} from nobody to ${to ?? 'nobody'}`
      : to
        ? t`changed the owner of {} from ${from} to ${to}`
        : t`changed the owner of {} from ${from} to nobody`,
  next_step: ({ next_step_on: day }) =>
    typeof day === 'string' ? t`set the next step of {} for ${formatDay(day)}` : '',
  value: (after, before) => t`changed the value of {} from ${amountIn(before)} to ${amountIn(after)}`,
  call: ({ outcome }) => (isKey(outcome, outcomeNames) ? `: ${outcomeNames[outcome].toLowerCase()}` : ''),
  message: ({ way }) => (isKey(way, wayNames) ? t`wrote to {} by ${wayNames[way]}` : ''),
  details: ({ changed }) => (Array.isArray(changed) ? fieldsInWords(changed) : ''),
  update: (after, before) => changedFields({ before, after }),
};

/** What was done, with `{}` for the record. */
export function deedOf({ action, before, after }: AuditEvent): string {
  const sentence = more[action as AuditAction]?.(after ?? {}, before ?? {}) ?? '';
  return sentence.includes('{}') ? sentence : `${actionText(action)}${sentence}`;
}

function stageIn({ stage }: Facts): string {
  return stageNames[stage as Stage] ?? String(stage);
}

function amountIn({ value }: Facts): string {
  return typeof value === 'number' ? takaInWords(value) : t('none');
}

function isKey<Names extends object>(value: unknown, names: Names): value is keyof Names {
  return typeof value === 'string' && value in names;
}
