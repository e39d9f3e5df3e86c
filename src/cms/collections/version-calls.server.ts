import { z } from 'zod';
import * as mini from 'zod/mini';
import { versionField } from '#api/fields/choices.ts';
import { pageSchema } from '#api/records.ts';
import { previewSchema, versionSchema, wholeVersionSchema } from '#api/versions.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { pageToWire } from '#platform/http/paging.server.ts';
import { idOf, readId } from '#platform/http/public-calls.server.ts';
import { actorOf } from '../audit/audit.server.ts';
import { pageOfVersions } from '../versions/history.server.ts';
import { savePreview, shareDraft } from '../versions/previews.server.ts';
import {
  bodyLimits,
  conflictAnswer,
  conflictSchema,
  dataSchema,
  draftIn,
  errorsSchema,
  messageSchema,
  pageParameters,
  writtenSchema,
} from './answers.server.ts';
import type { FormInput, ListRecord } from './list-kind.server.ts';
import { keptParameters, readListQuery } from './list-query.server.ts';
import { VersionConflict } from './merge.server.ts';
import type { VersionedWrites } from './versioned-writes.server.ts';
import { noSuchRecord } from './writes.server.ts';

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

type ById = { Params: { id: string } };
type ByNumber = { Params: { id: string; number: string } };

export function versionCalls<Input extends FormInput, Wire extends ListRecord>(
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
