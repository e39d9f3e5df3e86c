import { sql } from 'kysely';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { actorOf, recordChange } from '#cms/audit/audit.server.ts';
import { dataSchema, deletedSchema, writtenSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import { invalid, notFound } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { programPrefix } from '#platform/metrics/log.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import { hashOfToken, newToken, programStatus } from '#platform/session/sessions.server.ts';
import { nameField, roleField } from '../fields.server.ts';
import { notifyOwners } from '../notice-mail.server.ts';
import { tokenSchema } from '../schema.ts';

const maxTokens = 50;
const kind = 'program_tokens';

const tokenForm = z.object({
  name: nameField,
  role: roleField,
  /** A day, which counts whole in Bangladesh, or a timestamp. */
  expires_at: z
    .string({ error: 'Choose a date, or write it as 2026-12-05.' })
    .nullish()
    .transform((text) => (text ? Date.parse(text.length > 10 ? text : `${text}T23:59:59+06:00`) : null))
    .refine((end) => end === null || end > Date.now(), { error: 'Choose a day that is still to come.' })
    .transform((end) => (end === null ? null : new Date(end).toISOString())),
});

export function tokensApi({ database }: AppContext, scope: StaffScope): void {
  scope.get(
    adminCalls.tokens,
    { schema: { summary: 'List {many} for programs', response: { 200: dataSchema(mini.array(tokenSchema)) } } },
    async () => ({ data: await tokens(database).orderBy('token.id', 'desc').execute() }),
  );

  const made = mini.extend(writtenSchema(tokenSchema), { token: mini.string() });
  scope.post(
    adminCalls.tokens,
    {
      config: { confirm: true },
      schema: { summary: 'Make a {one} for a program', body: tokenForm, response: { 201: made } },
    },
    async (request, reply) => {
      const token = programPrefix + newToken();
      const form = request.body;
      const data = await database.transaction().execute(async (transaction) => {
        if ((await countRows(transaction.selectFrom(kind))) >= maxTokens)
          throw invalid({ name: [t`There are ${maxTokens} tokens. Withdraw one first.`] });
        const actor = actorOf(request);
        const row = { made_by: actor.user.id, token_hash: hashOfToken(token), start: token.slice(0, 8) };
        const { id } = await transaction
          .insertInto(kind)
          .values({ ...form, ...row, created_at: timestampIn(transaction, 0) })
          .returning('id')
          .executeTakeFirstOrThrow();
        await notifyOwners(transaction, actor, 'token made', form.name);
        await recordChange(transaction, actor, { action: 'create', kind, recordId: id, after: form });
        return tokens(transaction).where('token.id', '=', id).executeTakeFirstOrThrow();
      });
      logSecurity(request, 'token_made', { user: request.staff.user.id, program: data.id });
      reply.code(201);
      return { data, message: 'Token made', token };
    },
  );

  scope.delete(
    adminCalls.token,
    { schema: { summary: 'Withdraw a {one} for a program', response: { 200: deletedSchema } } },
    async (request) => {
      const id = idOf(request);
      await database.transaction().execute(async (transaction) => {
        const withdrawn = transaction.deleteFrom(kind).where('id', '=', id).returning(['name', 'role', 'start']);
        const before = await withdrawn.executeTakeFirst();
        if (!before) throw notFound('There is no such token. It was withdrawn already.');
        await recordChange(transaction, actorOf(request), { action: 'withdraw', kind, recordId: id, before });
      });
      logSecurity(request, 'token_withdrawn', { user: request.staff.user.id, program: id });
      return { data: { id }, message: 'Token withdrawn' };
    },
  );
}

function tokens(database: Database) {
  return database
    .selectFrom('program_tokens as token')
    .innerJoin('users', 'users.id', 'made_by')
    .select([
      'token.id',
      'token.name',
      'token.role',
      'start',
      'users.name as made_by',
      'token.created_at',
      'expires_at',
    ])
    .select([sql<string | null>`nullif(last_used_at, '')`.as('last_used_at'), programStatus(database).as('status')]);
}
