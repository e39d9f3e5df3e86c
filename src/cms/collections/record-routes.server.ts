import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { pageSchema, previewSchema, versionSchema, wholeVersionSchema } from '#api/records.ts';
import { versionField } from '#api/shapes.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { pageToWire } from '#platform/http/paging.server.ts';
import { idOf, readId } from '#platform/http/public-calls.server.ts';
import { actorOf } from '../audit/audit.server.ts';
import type { AppContext } from '../context.server.ts';
import { pageOfVersions } from '../versions/history.server.ts';
import { savePreview, shareDraft } from '../versions/previews.server.ts';
import {
  bodyLimits,
  conflictAnswer,
  conflictSchema,
  dataSchema,
  deletedSchema,
  draftIn,
  errorsSchema,
  flagSchema,
  mergeAnswer,
  mergedSchema,
  messageSchema,
  pageParameters,
  writtenSchema,
} from './answers.server.ts';
import { creationOf } from './create-once.server.ts';
import type { FormInput, ListKind, ListRecord } from './list-kind.server.ts';
import { keptParameters, readListQuery } from './listed-table.server.ts';
import { type Updated, VersionConflict } from './merge.server.ts';
import { presenceRoute } from './presence.server.ts';
import { VersionedWrites } from './versioned-writes.server.ts';
import { ListWrites, noSuchRecord, withFormNames } from './writes.server.ts';

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

  presenceRoute(context, scope, kind, (id) => writes.findLive(id));

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

const moment = z
  .nullish(z.iso.datetime({ offset: true, error: 'Write the time as 2026-12-05T09:00:00+06:00.' }))
  .transform((text) => (typeof text === 'string' ? new Date(text).toISOString() : text));

const timesForm = z.object({ publish_at: moment, unpublish_at: moment });
/** Without a body the record is published now, without a conflict check. */
const previewQuery = z.object({
  of: z.string().optional().describe('The id of the record that it is to become; without it a new one is shown'),
});
const publishForm = z
  .nullish(timesForm.extend({ updated_at: versionField }))
  .transform((form) => form ?? { publish_at: undefined, unpublish_at: undefined, updated_at: undefined });

type ByNumber = { Params: { id: string; number: string } };

function versionCalls<Input extends FormInput, Wire extends ListRecord>(
  scope: StaffScope,
  writes: VersionedWrites<Input, Wire>,
): void {
  draftCalls(scope, writes);
  historyCalls(scope, writes);
  previewCalls(scope, writes);
}

function draftCalls<Input extends FormInput, Wire extends ListRecord>(
  scope: StaffScope,
  writes: VersionedWrites<Input, Wire>,
): void {
  const { database } = writes.context;
  const { path, onWire, messages, table } = writes.kind;
  const written = writtenSchema(onWire);

  scope.get<ById>(
    `${path}/:id/draft`,
    {
      schema: {
        summary: 'Get the draft of a {one}',
        response: { 200: dataSchema(mini.nullable(onWire)) },
      },
    },
    async (request) => ({ data: await writes.findDraft(idOf(request)) }),
  );

  scope.delete<ById>(
    `${path}/:id/draft`,
    { schema: { summary: 'Discard the draft of a {one}', response: { 200: written } } },
    async (request) => ({ data: await writes.dropDraft(actorOf(request), idOf(request)), message: 'Draft discarded' }),
  );

  scope.post(
    `${path}/:id/publish`,
    {
      schema: {
        summary: 'Publish a {one}',
        body: publishForm,
        response: { 200: written, 409: conflictSchema(onWire) },
      },
    },
    async (request, reply) => {
      const { updated_at, ...times } = request.body;
      const [actor, id] = [actorOf(request), idOf(request)];
      if (times.publish_at) return { data: await writes.setTimes(actor, id, times), message: 'Scheduled' };
      const data = await writes.publish(actor, id, times, updated_at);
      if (data instanceof VersionConflict) return reply.code(409).send(await conflictAnswer(database, table, id, data));
      return { data, message: messages.updated };
    },
  );

  scope.put(
    `${path}/:id/schedule`,
    {
      schema: {
        summary: 'Schedule a {one}',
        body: timesForm,
        response: { 200: written },
      },
    },
    async (request) => {
      const data = await writes.setTimes(actorOf(request), idOf(request), request.body);
      return { data, message: 'Schedule updated successfully' };
    },
  );
}

function historyCalls<Input extends FormInput, Wire extends ListRecord>(
  scope: StaffScope,
  writes: VersionedWrites<Input, Wire>,
): void {
  const { path, onWire, table } = writes.kind;
  scope.get<ById & { Querystring: { [name: string]: unknown } }>(
    `${path}/:id/versions`,
    {
      schema: {
        summary: 'List versions of a {one}',
        querystring: mini.looseObject(pageParameters),
        response: { 200: pageSchema(versionSchema) },
      },
    },
    async (request) => {
      const { id } = await writes.findLive(idOf(request));
      const page = await pageOfVersions(writes.context.database, { kind: table, id }, readListQuery(request.query));
      return pageToWire(page, `${path}/${id}/versions`, keptParameters(request.query));
    },
  );

  scope.get<ByNumber>(
    `${path}/:id/versions/:number`,
    {
      schema: {
        summary: 'Get a version of a {one}',
        response: { 200: dataSchema(wholeVersionSchema) },
      },
    },
    async (request) => {
      const { id } = await writes.findLive(idOf(request));
      return { data: await writes.version(id, readId(request.params.number)) };
    },
  );

  scope.post<ByNumber>(
    `${path}/:id/versions/:number/restore`,
    {
      schema: {
        summary: 'Restore a version of a {one}',
        response: {
          200: mini.extend(writtenSchema(onWire), { undo: mini.nullable(mini.int()) }),
          422: errorsSchema,
        },
      },
    },
    async (request) => {
      const number = readId(request.params.number);
      return { ...(await writes.restoreVersion(actorOf(request), idOf(request), number)), message: 'Version restored' };
    },
  );
}

function previewCalls<Input extends FormInput, Wire extends ListRecord>(
  scope: StaffScope,
  writes: VersionedWrites<Input, Wire>,
): void {
  const { database } = writes.context;
  const { path, table, form, versioned } = writes.kind;
  scope.post<ById>(
    `${path}/:id/preview`,
    { schema: { summary: 'Share the draft of a {one}', response: { 200: previewSchema } } },
    async (request) => {
      const { id } = await writes.findLive(idOf(request));
      return shareDraft(database, { kind: table, id }, request.staff.user.id);
    },
  );

  scope.post<{ Querystring: z.infer<typeof previewQuery> }>(
    `${path}/preview`,
    {
      attachValidation: true,
      bodyLimit: bodyLimits.rich,
      schema: {
        summary: 'Preview a {one}',
        body: form.update,
        querystring: previewQuery,
        response: { 200: previewSchema, 404: messageSchema },
      },
    },
    async (request) => {
      const { of } = request.query;
      const id = of === undefined ? null : readId(of, noSuchRecord);
      const fields = await writes.formFrom(actorOf(request), draftIn(request, versioned.draftForm), id);
      return savePreview(database, { kind: table, id }, request.staff.user.id, fields);
    },
  );
}
