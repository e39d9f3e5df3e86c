import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { historySchema } from '#api/audit.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { actorOf } from '../audit/audit.server.ts';
import { historyOfRecord } from '../audit/audit-history.server.ts';
import type { AppContext } from '../context.server.ts';
import {
  bodyLimits,
  conflictAnswer,
  conflictSchema,
  dataSchema,
  deletedSchema,
  draftIn,
  flagSchema,
  mergeAnswer,
  mergedSchema,
  messageSchema,
  writtenSchema,
} from './answers.server.ts';
import { creationOf } from './create-once.server.ts';
import type { FormInput, ListKind, ListRecord } from './list-kind.server.ts';
import { type Updated, VersionConflict } from './merge.server.ts';
import { versionCalls } from './version-calls.server.ts';
import { VersionedWrites } from './versioned-writes.server.ts';
import { ListWrites, withFormNames } from './writes.server.ts';

type ById = { Params: { id: string } };
type DraftQuery = z.infer<typeof draftQuery>;

const draftQuery = z.object({
  draft: z
    .string()
    .optional()
    .meta({ description: '1: it is kept as a draft, and visitors go on seeing what they see', ...flagSchema }),
  from_draft: z
    .string()
    .optional()
    .describe('Of which moment the draft is that is published with this, and ends; another one is a conflict'),
});

const newDraftQuery = draftQuery.pick({ draft: true });

const noQuery = z.object({});

export function recordRoutes<Input extends FormInput, Wire extends ListRecord>(
  context: AppContext,
  scope: StaffScope,
  kind: ListKind<Input, Wire>,
): void {
  const { path, messages, onWire, versioned } = kind;
  const writes = editRoutes(context, scope, kind);
  const written = writtenSchema(onWire);

  scope.post<{ Querystring: DraftQuery }>(
    path,
    {
      attachValidation: versioned !== undefined,
      bodyLimit: bodyLimitOf(kind),
      config: { idempotencyKey: true },
      schema: {
        summary: 'Create a {one}',
        body: kind.form.create,
        querystring: versioned ? newDraftQuery : noQuery,
        response: { 201: written },
      },
      preValidation: renameReadFields(kind),
    },
    async (request, reply) => {
      const [actor, creation] = [actorOf(request), creationOf(request)];
      if (versioned && request.query.draft === '1') {
        const data = await writes.create(actor, draftIn(request, versioned.draftForm), creation, true);
        return reply.code(201).send({ data, message: 'Draft saved' });
      }
      if (request.validationError) throw request.validationError;
      // Validated by the route's schema; the types can't follow a schema that is a variable.
      const data = await writes.create(actor, request.body as Input, creation);
      return reply.code(201).send({ data, message: messages.created });
    },
  );

  scope.delete<ById>(
    `${path}/:id`,
    { schema: { summary: 'Delete a {one}', response: { 200: deletedSchema, 409: messageSchema } } },
    async (request) => {
      const id = idOf(request);
      await writes.delete(actorOf(request), id);
      return { data: { id }, message: messages.deleted };
    },
  );

  scope.post<ById>(
    `${path}/:id/restore`,
    { schema: { summary: 'Restore a {one}', response: { 200: written, 409: messageSchema } } },
    async (request) => {
      const data = await writes.restore(actorOf(request), idOf(request));
      return { data, message: messages.restored };
    },
  );
}

export function editRoutes<Input extends FormInput, Wire extends ListRecord>(
  context: AppContext,
  scope: StaffScope,
  kind: ListKind<Input, Wire>,
): ListWrites<Input, Wire> {
  const { database } = context;
  const { path, messages, onWire, versioned } = kind;
  const drafts = versioned ? new VersionedWrites(context, { ...kind, versioned }) : null;
  const writes = drafts ?? new ListWrites(context, kind);
  if (drafts) versionCalls(scope, drafts);
  scope.get<ById>(
    `${path}/:id`,
    { schema: { summary: 'Get a {one}', response: { 200: dataSchema(onWire) } } },
    async (request) => ({ data: await writes.findLive(idOf(request)) }),
  );

  scope.get<ById>(
    `${path}/:id/history`,
    { schema: { summary: 'Get the history of a {one}', response: { 200: historySchema } } },
    async (request) => ({ data: await historyOfRecord(database, kind.table, idOf(request)) }),
  );

  scope.put<ById & { Querystring: DraftQuery }>(
    `${path}/:id`,
    {
      attachValidation: drafts !== null,
      bodyLimit: bodyLimitOf(kind),
      schema: {
        summary: 'Update a {one}',
        body: kind.form.update,
        querystring: drafts ? draftQuery : noQuery,
        response: { 200: mergedSchema(onWire), 409: conflictSchema(onWire) },
      },
      preValidation: renameReadFields(kind),
    },
    async (request, reply) => {
      const { draft, from_draft: from } = request.query;
      const [actor, id] = [actorOf(request), idOf(request)];
      const asDraft = draft === '1' && versioned !== undefined;
      const save = async () => {
        if (asDraft && drafts)
          return unmerged(await drafts.keepDraft(actor, id, draftIn(request, versioned.draftForm)));
        if (request.validationError) {
          await drafts?.assertPublishable(id, { ...(request.body as object) });
          throw request.validationError;
        }
        const form = request.body as Input;
        return drafts && from !== undefined
          ? unmerged(await drafts.saveFromDraft(actor, id, form, from))
          : writes.update(actor, id, form);
      };
      const saved = await save();
      if (saved instanceof VersionConflict)
        return reply.code(409).send(await conflictAnswer(database, kind.table, id, saved));
      const message = asDraft ? 'Draft saved' : messages.updated;
      return { data: saved.data, message, ...(await mergeAnswer(database, kind.table, id, saved.merged)) };
    },
  );
  return writes;
}

function unmerged<Wire>(saved: Wire | VersionConflict<Wire>): Updated<Wire> | VersionConflict<Wire> {
  return saved instanceof VersionConflict ? saved : { data: saved, merged: [] };
}

function renameReadFields({ asRead }: { asRead?: { [field: string]: string } }) {
  return async ({ body }: FastifyRequest): Promise<void> => {
    if (typeof body === 'object' && body !== null) Object.assign(body, withFormNames(body, asRead));
  };
}

function bodyLimitOf({ rich, pictured }: { rich: string | null; pictured: boolean }): number {
  return rich || pictured ? bodyLimits.rich : bodyLimits.text;
}
