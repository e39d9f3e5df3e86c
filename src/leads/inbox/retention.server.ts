import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { selectOwners } from '#auth/data.server.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import { dataSchema, writtenSchema } from '#cms/collections/answers.server.ts';
import { oldestInTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { adminPages, leadCalls } from '#paths.ts';
import { forgetErased } from '#platform/database/dialect.server.ts';
import { readFact, setFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows, inBatches } from '#platform/database/rows.server.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import { invalid } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { auditLead, familyOf } from '../lead/data.server.ts';
import { eraseWord } from '../lead/limits.ts';
import { type Retention, retentionSchema } from '../lead/schema.ts';
import { leadsInWords } from '../lead/strings.ts';
import { mailAll } from '../notifications/announce.server.ts';
import { type ErasureReason, eraseLeads } from './person.server.ts';

declare module '#platform/database/facts.server.ts' {
  interface StoreFacts {
    lead_retention: StoredRetention;
  }
}

const kinds = t(['won', 'lost', 'spam'] as const);
type Kind = (typeof kinds)[number];

/** Months, or null to keep them forever. */
type Rules = Pick<Retention, Kind>;

interface StoredRetention extends Rules {
  /** Missing if the grace period is over, or if the rules are older than grace periods. */
  applies_from?: string;
  /** In force before `applies_from`. */
  until_then?: Rules;
}

/** Days in which owners, who are mailed, can undo stricter rules. */
const graceDays = 7;

const months = z.union([z.null(), z.int().min(1).max(120)], { error: 'Write months from 1 to 120, or null to keep.' });
const retentionForm = z.object({ won: months, lost: months, spam: months, confirm: z.string().optional() });

export const retentionKind = 'retention';

export function retentionApi({ database, changes, settings }: AppContext, scope: StaffScope): void {
  scope.get(
    leadCalls.retention,
    {
      schema: {
        summary: 'Get the retention of leads',
        response: { 200: dataSchema(retentionSchema) },
      },
    },
    async () => ({ data: retentionToWire(await readRetention(database)) }),
  );

  scope.put(
    leadCalls.retention,
    {
      config: { area: 'people', confirm: true },
      schema: {
        summary: 'Update the retention of leads',
        body: retentionForm,
        response: { 200: writtenSchema(retentionSchema) },
      },
    },
    async (request) => {
      const { confirm, ...rules } = request.body;
      const data = await changes.write([retentionKind], async (transaction) => {
        const erased = await countOutdated(transaction, rules);
        const before = await readRetention(transaction);
        const until_then = activeRules(before);
        const isStricter = !isDeepStrictEqual(milder(until_then, rules), rules);
        if (isStricter && erased > 0 && confirm !== eraseWord) throw invalid({ confirm: [confirmMessage(erased)] });
        const applies_from = new Date(Date.now() + graceDays * 86_400_000).toISOString();
        const stored: StoredRetention = isStricter ? { ...rules, applies_from, until_then } : rules;
        await setFact(transaction, 'lead_retention', stored);
        const actor = actorOf(request);
        await auditLead(transaction, actor, 'retention', 0, { before, after: stored });
        await mailOwners(transaction, actor, { erased, publicUrl: settings.publicUrl, stored });
        return retentionToWire(stored);
      });
      const message = data.applies_from
        ? t`Retention saved. It begins in ${graceDays} days; the owners are mailed`
        : t('Retention saved');
      return { data, message };
    },
  );
}

function confirmMessage(count: number): string {
  return t`Tonight these rules would erase ${leadsInWords(count)} for good. Write ${eraseWord} to confirm. They begin in ${graceDays} days.`;
}

function retentionToWire({ won, lost, spam, applies_from }: StoredRetention): Retention {
  const isComing = applies_from !== undefined && applies_from > new Date().toISOString();
  return { won, lost, spam, applies_from: isComing ? applies_from : null };
}

/** As it was last set; it may begin later. */
export async function readRetention(database: Database): Promise<StoredRetention> {
  return (await readFact(database, 'lead_retention')) ?? { won: null, lost: null, spam: null };
}

/** During the grace period, the milder of old and new rules. */
function activeRules({ applies_from = '', until_then, won, lost, spam }: StoredRetention): Rules {
  const rules = { won, lost, spam };
  return until_then && applies_from > new Date().toISOString() ? milder(until_then, rules) : rules;
}

function milder(one: Rules, other: Rules): Rules {
  const of = (kind: Kind) => (one[kind] === null || other[kind] === null ? null : Math.max(one[kind], other[kind]));
  return { won: of('won'), lost: of('lost'), spam: of('spam') };
}

async function mailOwners(
  transaction: Database,
  actor: Actor,
  { erased, publicUrl, stored }: { erased: number; publicUrl: string; stored: StoredRetention },
): Promise<void> {
  const owners = await selectOwners(transaction).select('email').orderBy('id').execute();
  const recipients = owners.map(({ email }) => email).filter(isOneAddress);
  await mailAll(transaction, recipients, () => {
    const lines = kinds.map((kind) => {
      const [name, months] = [t(kind), stored[kind]];
      if (months === null) return t`${name}: kept`;
      return months === 1 ? t`${name}: erased after 1 month` : t`${name}: erased after ${months} months`;
    });
    const begin = stored.applies_from
      ? t`Today these rules would erase ${erased} leads for good. They begin on ${dayInDhaka(new Date(stored.applies_from))}; until then you can change them.`
      : t('Nothing is erased earlier than before.');
    const subject = t('The retention of leads was changed');
    return {
      subject,
      kind: 'retention',
      parts: [
        {
          heading: subject,
          lines: [t`${actor.user.name} (${actor.user.email}) set:`, ...lines, begin].map((text) => ({ text })),
        },
        { button: { text: t('Look at the leads'), link: publicUrl + adminPages.contactRequests } },
      ],
    };
  });
}

/** Erases what the rules say, and what was in the trash for too long. */
export async function eraseOutdated(database: Database): Promise<void> {
  const rules = activeRules(await readRetention(database));
  // What an import in progress hides is deleted since an hour before what the trash shows; it has one more hour to finish.
  let erased = await eraseBatches(database, 'trash', (transaction) =>
    unmerged(transaction).where('deleted_at', '<=', oldestInTrash(2)),
  );
  for (const kind of kinds)
    erased += await eraseBatches(database, 'retention', (transaction) => outdated(transaction, kind, rules));
  if (erased > 0) await forgetErased(database);
}

/** Each has a history and mails. */
const leadsAtOnce = 50;

/** Returns the number of erased leads, not counting those merged into them. */
async function eraseBatches(
  database: Database,
  reason: ErasureReason,
  select: (transaction: Database) => ReturnType<typeof unmerged>,
): Promise<number> {
  const erase = (most: number) =>
    database.transaction().execute(async (transaction) => {
      const rows = await select(transaction).select('id').orderBy('id').limit(most).execute();
      const ids = rows.map(({ id }) => id);
      await eraseLeads(transaction, await familyOf(transaction, ids), reason);
      return ids.length;
    });
  return inBatches(erase, leadsAtOnce);
}

async function countOutdated(database: Database, rules: Rules): Promise<number> {
  let sum = 0;
  for (const kind of kinds) sum += await countRows(outdated(database, kind, rules));
  return sum;
}

/** No lead is older than a rule that keeps them. */
function outdated(database: Database, kind: Kind, { [kind]: months }: Rules) {
  const before = new Date();
  before.setUTCMonth(before.getUTCMonth() - (months ?? 0));
  const limit = months === null ? '' : before.toISOString();
  return kind === 'spam'
    ? unmerged(database).where('spam', '=', 1).where('created_at', '<', limit)
    : unmerged(database).where('stage', '=', kind).where('spam', '=', 0).where('stage_since', '<', limit);
}

/** Merged leads are erased together with the lead that they were merged into. */
function unmerged(database: Database) {
  return database.selectFrom('demo_requests').where('merged_into_id', 'is', null);
}
