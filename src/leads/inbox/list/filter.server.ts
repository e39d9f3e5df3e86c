import { z } from 'zod';
import { invalid } from '#server/errors.server.ts';
import { dateField } from '#server/fields/dates.server.ts';
import { cleanLine, lengthOf } from '#server/text.server.ts';
import { type Stage, stages } from '../../lead-words.ts';
import { type Sort, sorts } from '../schema.ts';

/** Which leads somebody asks for. */
export interface LeadFilter {
  search: string;
  stage: Stage | null;
  /** A user's id, or leads that nobody cares for. */
  owner: number | 'none' | null;
  /** First and last day of arrival, as days in Dhaka; YYYY-MM-DD. */
  from: string | null;
  to: string | null;
  overdue: boolean;
  spam: boolean;
  /** The deleted leads of the last days instead of the others. */
  trash: boolean;
}

export const filterParameters = [
  'search',
  'status',
  'owner',
  'date_from',
  'date_to',
  'overdue',
  'spam',
  'trash',
  'sort',
] as const;

const limits = { search: 200, words: 10 };

const day = z
  .union([z.literal('').transform(() => null), dateField])
  .nullish()
  .transform((value) => value ?? null);
const flag = z
  .enum(['', '0', '1'], { error: 'Write 1 or 0.' })
  .nullish()
  .transform((value) => value === '1');

const shape = z
  .object({
    search: z
      .string()
      .nullish()
      .transform((value) => cleanLine(value ?? ''))
      .refine((value) => lengthOf(value) <= limits.search, {
        error: `Search for at most ${limits.search} characters.`,
      })
      .refine((value) => value.split(' ').length <= limits.words, {
        error: `Search for at most ${limits.words} words.`,
      }),
    status: z.union([z.enum(stages), z.literal('')], { error: `Choose one of ${stages.join(', ')}.` }).nullish(),
    owner: z
      .string()
      .regex(/^(?:|none|[1-9][0-9]{0,8})$/, { error: 'Choose an owner.' })
      .nullish(),
    date_from: day,
    date_to: day,
    overdue: flag,
    spam: flag,
    trash: flag,
    sort: z.union([z.enum(sorts), z.literal('')], { error: `Choose one of ${sorts.join(', ')}.` }).nullish(),
  })
  .refine(({ date_from, date_to }) => !date_from || !date_to || date_from <= date_to, {
    path: ['date_to'],
    error: 'The last day must not lie before the first one.',
  });

/** @throws {Refusal} 422 for a filter that means nothing: a list must not show more than was asked for */
export function readLeadFilter(query: Record<string, unknown>): { filter: LeadFilter; sort: Sort | null } {
  const parsed = shape.safeParse(query);
  if (!parsed.success) throw invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const { search, status, owner, date_from, date_to, overdue, spam, trash, sort } = parsed.data;
  return {
    filter: {
      search,
      stage: status || null,
      owner: owner === 'none' ? 'none' : owner ? Number(owner) : null,
      from: date_from,
      to: date_to,
      overdue,
      spam,
      trash,
    },
    sort: sort || null,
  };
}
