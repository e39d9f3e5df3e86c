import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { versionField } from '#api/fields/choices.ts';
import { optionalLine } from '#api/fields/texts.ts';
import {
  type LibraryPicture,
  libraryPageSchema,
  libraryPictureSchema,
  pictureDetailsSchema,
} from '#api/library-picture.ts';
import { type Actor, actorOf, recordChange } from '#cms/audit/audit.server.ts';
import {
  conflictSchema,
  dataSchema,
  deletedSchema,
  errors,
  listQuerySchema,
  versionConflictMessage,
  writtenSchema,
} from '#cms/collections/answers.server.ts';
import { assertUnused } from '#cms/collections/in-use.server.ts';
import { readListQuery } from '#cms/collections/list-query.server.ts';
import { nextTimestamp } from '#cms/collections/records.server.ts';
import { searchText } from '#cms/collections/search.server.ts';
import { daysInTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import type { Module } from '#cms/module.server.ts';
import { pictureBody } from '#cms/pictures/data-url.server.ts';
import { immutableLibrary } from '#cms/pictures/library.server.ts';
import { sweepPictures } from '#cms/pictures/sweep-pictures.server.ts';
import { adminCalls } from '#paths.ts';
import { isPostgres } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid, notFound } from '#platform/errors.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { choices, findPicture, pageOfPictures } from './data.server.ts';
import { findPictureUses, pictureTags, places } from './places.server.ts';
import { replaceEverywhere } from './replacing.server.ts';

const path = adminCalls.pictures;
const tags = [path];
const audited = 'pictures';
const noSuchPicture = 'There is no such picture. It may have been deleted.';
const chooseFile = 'Choose a picture.';

const share = (what: string) =>
  z
    .number({ error: `Say ${what} as a number from 0 to 1.` })
    .min(0)
    .max(1);
const image = z.string({ error: chooseFile }).min(1, { error: chooseFile });
const name = optionalLine('name');
const alt = optionalLine('description', 1_000);
const focus = z.object({ x: share('x'), y: share('y') }).nullish();

const uploadBody = z.object({ image, name, alt });
const describeBody = z.object({ name, alt, focus, updated_at: versionField });
const replaceBody = z.object({ image, name });
const cropBody = z.object({
  x: share('x'),
  y: share('y'),
  width: share('the width').gt(0),
  height: share('the height').gt(0),
});

const written = writtenSchema(libraryPictureSchema);

type Found = LibraryPicture & { key: string };

export const picturesModule = {
  staffRoutes: { content: picturesApi },
  cleanups: (context: AppContext) => [{ name: 'pictures', run: () => sweepPictures(context, places) }],
} satisfies Module;

function picturesApi(context: AppContext, scope: FastifyInstance): void {
  readRoutes(context, scope);
  writeRoutes(context, scope);
  newPictureRoutes(context, scope);
}

function readRoutes({ database }: AppContext, scope: FastifyInstance): void {
  const query = mini.extend(listQuerySchema, {
    only: mini.optional(mini.catch(mini.string(), '')),
    after: mini.optional(mini.catch(mini.string(), '')),
  });
  scope.withTypeProvider<ZodTypeProvider>().get(
    path,
    {
      schema: {
        summary: 'List pictures',
        tags,
        querystring: query,
        response: { 200: libraryPageSchema, ...errors(401, 422) },
      },
    },
    async ({ query: { only, after, ...list } }) =>
      pageOfPictures(database, {
        search: readListQuery(list).search,
        only: choices.find((choice) => choice === only) ?? null,
        after: /^[1-9]\d{0,8}$/.test(after ?? '') ? Number(after) : null,
      }),
  );

  scope.get<{ Params: { id: string } }>(
    `${path}/:id`,
    {
      schema: {
        summary: 'Get a picture',
        tags,
        response: { 200: dataSchema(pictureDetailsSchema), ...errors(401, 404) },
      },
    },
    async (request) => {
      const picture = await find(database, idOf(request, noSuchPicture));
      return { data: { ...picture, uses: await findPictureUses(database, picture.key) } };
    },
  );
}

function writeRoutes({ changes, database }: AppContext, scope: FastifyInstance): void {
  const typedScope = scope.withTypeProvider<ZodTypeProvider>();
  const answers = { 200: written, 409: conflictSchema(libraryPictureSchema), ...errors(401, 404, 422) };

  typedScope.put(
    `${path}/:id`,
    { schema: { summary: 'Describe a picture', tags, body: describeBody, response: answers } },
    async (request, reply) => {
      const form = request.body;
      const id = idOf(request, noSuchPicture);
      const saved = await changes.write(pictureTags, async (transaction) => {
        const before = await lockPicture(transaction, id, 'living');
        if (form.updated_at && form.updated_at !== before.updated_at) return { stale: before };
        await describe(transaction, before, form);
        return { now: await noteChange(transaction, actorOf(request), 'update', before) };
      });
      if (saved.stale) return reply.code(409).send({ data: saved.stale, message: versionConflictMessage });
      return { data: saved.now, message: 'Picture updated successfully' };
    },
  );

  scope.delete<{ Params: { id: string } }>(
    `${path}/:id`,
    { schema: { summary: 'Delete a picture', tags, response: { 200: deletedSchema, ...errors(401, 404, 409) } } },
    async (request) => {
      const id = idOf(request, noSuchPicture);
      await database.transaction().execute(async (transaction) => {
        const before = await lockPicture(transaction, id, 'living');
        const uses = await findPictureUses(transaction, before.key);
        const names = uses.map(({ title, what, in_trash }) => `${title || what}${in_trash ? ' (in the trash)' : ''}`);
        assertUnused('picture', 'records', names);
        await trashPicture(transaction, id);
        await recordChange(transaction, actorOf(request), {
          action: 'delete',
          kind: audited,
          recordId: id,
          before: factsOf(before),
          after: null,
        });
      });
      return { data: { id }, message: 'Picture deleted successfully' };
    },
  );

  scope.post<{ Params: { id: string } }>(
    adminCalls.restorePicture,
    { schema: { summary: 'Restore a picture', tags, response: { 200: written, ...errors(401, 404) } } },
    async (request) => {
      const id = idOf(request, noSuchPicture);
      const data = await database.transaction().execute(async (transaction) => {
        const before = await lockPicture(transaction, id, 'deleted');
        await restorePicture(transaction, id);
        return noteChange(transaction, actorOf(request), 'restore', before);
      });
      return { data, message: 'Picture restored successfully' };
    },
  );
}

function newPictureRoutes({ database, pictures, changes }: AppContext, scope: FastifyInstance): void {
  const typedScope = scope.withTypeProvider<ZodTypeProvider>();

  typedScope.post(
    path,
    {
      ...pictureBody,
      schema: { summary: 'Upload a picture', tags, body: uploadBody, response: { 201: written, ...errors(401, 422) } },
    },
    async (request, reply) => {
      const { image, name, alt } = request.body;
      const data = await storeOrRestore(request.staff.user.id, image, { name, alt });
      await database.transaction().execute((transaction) =>
        recordChange(transaction, actorOf(request), {
          action: 'create',
          kind: audited,
          recordId: data.id,
          before: null,
          after: factsOf(data),
        }),
      );
      return reply.code(201).send({ data, message: 'Picture uploaded successfully' });
    },
  );

  typedScope.post(
    adminCalls.cropPicture,
    {
      schema: { summary: 'Crop a picture', tags, body: cropBody, response: { 201: written, ...errors(401, 404, 422) } },
    },
    async (request, reply) => {
      const part = request.body;
      const original = await find(database, idOf(request, noSuchPicture));
      const { id: croppedFrom, name, alt } = original;
      const from = { name, alt, croppedFrom, by: request.staff.user.id, toLibrary: true };
      const cropped = await pictures.crop(original.key, part, from);
      const data = cropped && (await findPicture(database, { key: cropped.key }));
      if (!data) throw notFound('The file of this picture is lost. Upload it again.');
      await database.transaction().execute((transaction) =>
        recordChange(transaction, actorOf(request), {
          action: 'crop',
          kind: audited,
          recordId: data.id,
          before: null,
          after: { ...factsOf(data), cropped_from: croppedFrom, part },
        }),
      );
      return reply.code(201).send({ data, message: 'Picture cropped successfully' });
    },
  );

  typedScope.post(
    adminCalls.replacePicture,
    {
      ...pictureBody,
      schema: {
        summary: 'Replace a picture',
        tags,
        body: replaceBody,
        response: { 200: written, ...errors(401, 404, 422) },
      },
    },
    async (request) => {
      const old = await find(database, idOf(request, noSuchPicture));
      const { image, name = old.name } = request.body;
      const replacement = await storeOrRestore(request.staff.user.id, image, { name, alt: old.alt });
      if (replacement.id === old.id) throw invalid({ image: ['This is the same picture. Choose another one.'] });
      const { data, count } = await changes.write(pictureTags, async (transaction) => {
        const [before, after] = [
          await lockPicture(transaction, old.id),
          await lockPicture(transaction, replacement.id),
        ];
        const count = await replaceEverywhere(transaction, actorOf(request), before, after);
        if (!after.alt && before.alt) await describe(transaction, after, { alt: before.alt });
        await trashPicture(transaction, before.id);
        await recordChange(transaction, actorOf(request), {
          action: 'replace',
          kind: audited,
          recordId: after.id,
          before: { image: before.image },
          after: { image: after.image, records: count },
        });
        return { data: await find(transaction, after.id), count };
      });
      const where = count === 1 ? 'in 1 place' : `in ${count} places`;
      return { data, message: `Picture replaced ${where}` };
    },
  );

  /** Stores a new picture, or restores one that is in the library or its trash. */
  async function storeOrRestore(
    by: number,
    image: string,
    more: { name?: string | undefined; alt?: string | undefined },
  ) {
    if (!image.startsWith('data:')) {
      const key = /([0-9a-f]{40})\.webp$/.exec(image)?.[1] ?? '';
      const existing = image.startsWith('/media/') ? await findPicture(database, { key }) : null;
      if (!existing) throw invalid({ image: [chooseFile] });
      if (existing.deleted_at) await restorePicture(database, existing.id);
      return existing;
    }
    const key = await pictures.resolveImage(image, { ...more, by, toLibrary: true });
    const match = key && (await findPicture(database, { key }));
    if (!match) throw new HttpError(503, 'Please upload the picture again.', { retryAfter: 1 });
    return match;
  }
}

async function find(database: Database, id: number): Promise<Found> {
  const picture = await findPicture(database, { id });
  if (!picture) throw notFound(noSuchPicture);
  return picture;
}

/**
 * Loads a picture and locks it until the transaction ends.
 * @throws {HttpError} 404
 */
async function lockPicture(transaction: Database, id: number, state?: 'living' | 'deleted'): Promise<Found> {
  if (isPostgres(transaction)) {
    await transaction.selectFrom('library_pictures').select('id').where('id', '=', id).forUpdate().execute();
  }
  const picture = await find(transaction, id);
  if (state && (picture.deleted_at === null) !== (state === 'living')) throw notFound(noSuchPicture);
  return picture;
}

type Described = Pick<z.infer<typeof describeBody>, 'focus'> & { name?: string | undefined; alt?: string | undefined };

/** Missing fields stay unchanged; a focus of null is the middle. */
async function describe(transaction: Database, before: Found, form: Described): Promise<void> {
  const { name = before.name, alt = before.alt, focus = before.focus } = form;
  const percent = (part: number | undefined) => (part === undefined ? null : Math.round(part * 100));
  await transaction
    .updateTable('pictures')
    .set({ alt, focus_x: percent(focus?.x), focus_y: percent(focus?.y) })
    .where('key', '=', before.key)
    .execute();
  await transaction
    .updateTable('library_pictures')
    .set({ name, search_text: searchText(name, alt), updated_at: nextTimestamp(before.updated_at) })
    .where('id', '=', before.id)
    .execute();
}

async function noteChange(transaction: Database, actor: Actor, action: string, before: Found): Promise<Found> {
  const after = await find(transaction, before.id);
  await recordChange(transaction, actor, {
    action,
    kind: audited,
    recordId: before.id,
    before: factsOf(before),
    after: factsOf(after),
  });
  return after;
}

function factsOf({ image, name, alt, focus }: Found) {
  return { image, name, alt, focus };
}

/** Restores a picture from the trash; the sweep then leaves it alone. */
async function restorePicture(database: Database, id: number): Promise<void> {
  await database
    .updateTable('library_pictures')
    .set({ deleted_at: null, kept_until: immutableLibrary })
    .where('id', '=', id)
    .execute();
}

/** Moves a picture to the trash, from which it can be restored until the sweep. */
async function trashPicture(transaction: Database, id: number): Promise<void> {
  const now = Date.now();
  await transaction
    .updateTable('library_pictures')
    .set({
      deleted_at: new Date(now).toISOString(),
      kept_until: new Date(now + daysInTrash * 86_400_000).toISOString(),
    })
    .where('id', '=', id)
    .execute();
}
