import { z } from 'zod';
import * as mini from 'zod/mini';
import { libraryPageSchema, libraryPictureSchema, pictureDetailsSchema } from '#api/picture.ts';
import { optionalLine, versionField } from '#api/shapes.ts';
import { filmOf } from '#api/youtube.ts';
import { type AuditChange, actorOf, recordChange } from '#cms/audit/audit.server.ts';
import {
  conflictAnswer,
  conflictSchema,
  dataSchema,
  deletedSchema,
  messageSchema,
  queryParameter,
  searchParameter,
  writtenSchema,
} from '#cms/collections/answers.server.ts';
import { assertUnused } from '#cms/collections/in-use.server.ts';
import { readListQuery } from '#cms/collections/listed-table.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { pictureBody } from '#cms/pictures/data-url.server.ts';
import { unchangedSample } from '#content/sample.server.ts';
import { t } from '#i18n/text.ts';
import { guardedFetch } from '#integrations/call.server.ts';
import { adminCalls } from '#paths.ts';
import { HttpError } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import {
  audited,
  auditPicture,
  choices,
  describePicture,
  factsOf,
  findPicture,
  getPicture,
  lockPicture,
  pageOfPictures,
  restorePicture,
  trashPicture,
} from './data.server.ts';
import { findPictureUses, pictureTags, sweepPictures } from './places.server.ts';

const path = adminCalls.pictures;
const noFileMessage = 'Choose a picture.';

const share = (what: string) =>
  z
    .number({ error: () => t`Say ${what} as a number from 0 to 1.` })
    .min(0)
    .max(1);
const image = z.string({ error: noFileMessage }).min(1, { error: noFileMessage });
const name = optionalLine('name');
const alt = optionalLine('description', 1_000);
const focus = z.object({ x: share('x'), y: share('y') }).nullish();

const uploadBody = z.object({ image, name, alt });
const describeBody = z.object({ name, alt, focus, updated_at: versionField });
const written = writtenSchema(libraryPictureSchema);

export const picturesModule = {
  routes: followVideos,
  staffRoutes: { content: picturesApi },
  cleanups: (context: AppContext) => [
    { name: 'pictures', run: () => sweepPictures(context) },
    { name: 'thumbnails of videos', run: () => fetchThumbnails(context) },
  ],
} satisfies Module;

function picturesApi(context: AppContext, scope: StaffScope): void {
  readRoutes(context, scope);
  writeRoutes(context, scope);
  uploadRoutes(context, scope);
}

function readRoutes({ database }: AppContext, scope: StaffScope): void {
  const query = mini.looseObject({
    search: searchParameter,
    only: queryParameter('Those that nothing shows, that have no description, or that were deleted', {
      enum: [...choices],
    }),
    after: queryParameter('The id of the last picture that was read: what follows it', { type: 'integer', minimum: 1 }),
  });
  scope.get(
    path,
    {
      schema: {
        summary: 'List {many}',
        querystring: query,
        response: { 200: libraryPageSchema },
      },
    },
    async ({ query: { only, after, ...list } }) =>
      pageOfPictures(database, {
        search: readListQuery(list).search,
        only: choices.find((choice) => choice === only) ?? null,
        after: /^[1-9]\d{0,8}$/.test(after ?? '') ? Number(after) : null,
      }),
  );

  scope.get(
    `${path}/:id`,
    {
      schema: {
        summary: 'Get a picture',
        response: { 200: dataSchema(pictureDetailsSchema) },
      },
    },
    async (request) => {
      const picture = await getPicture(database, idOf(request));
      return { data: { ...picture, uses: await findPictureUses(database, picture.key) } };
    },
  );
}

function writeRoutes({ changes, database }: AppContext, scope: StaffScope): void {
  scope.put(
    `${path}/:id`,
    {
      schema: {
        summary: 'Describe a picture',
        body: describeBody,
        response: { 200: written, 409: conflictSchema(libraryPictureSchema) },
      },
    },
    async (request, reply) => {
      const form = request.body;
      const id = idOf(request);
      const saved = await changes.write(pictureTags, async (transaction) => {
        const before = await lockPicture(transaction, id, 'living');
        if (form.updated_at && form.updated_at !== before.updated_at) return { stale: before };
        await describePicture(transaction, before, form);
        return { now: await auditPicture(transaction, actorOf(request), 'update', before) };
      });
      if (saved.stale)
        return reply.code(409).send(await conflictAnswer(database, audited, id, { record: saved.stale }));
      return { data: saved.now, message: 'Picture updated successfully' };
    },
  );

  scope.delete(
    `${path}/:id`,
    { schema: { summary: 'Delete a picture', response: { 200: deletedSchema, 409: messageSchema } } },
    async (request) => {
      const id = idOf(request);
      await database.transaction().execute(async (transaction) => {
        const before = await lockPicture(transaction, id, 'living');
        const uses = await findPictureUses(transaction, before.key);
        const names = uses.map(({ title, what, in_trash }) =>
          in_trash ? t`${title || what} (in the trash)` : title || what,
        );
        assertUnused('picture', t('records'), names);
        await trashPicture(transaction, id);
        await recordChange(transaction, actorOf(request), {
          action: 'delete',
          kind: audited,
          recordId: id,
          before: factsOf(before),
        });
      });
      return { data: { id }, message: 'Picture deleted successfully' };
    },
  );

  scope.post(
    adminCalls.restorePicture,
    { schema: { summary: 'Restore a picture', response: { 200: written } } },
    async (request) => {
      const id = idOf(request);
      const data = await database.transaction().execute(async (transaction) => {
        const before = await lockPicture(transaction, id, 'deleted');
        await restorePicture(transaction, id);
        return auditPicture(transaction, actorOf(request), 'restore', before);
      });
      return { data, message: 'Picture restored successfully' };
    },
  );
}

function uploadRoutes({ database, pictures }: AppContext, scope: StaffScope): void {
  scope.post(
    path,
    {
      ...pictureBody,
      schema: { summary: 'Upload a picture', body: uploadBody, response: { 201: written } },
    },
    async (request, reply) => {
      const { image, name, alt } = request.body;
      const key = await pictures.resolveImage(image, { name, alt, by: request.staff.user.id, toLibrary: true });
      const data = key && (await findPicture(database, { key }));
      if (!data) throw new HttpError(503, 'Please upload the picture again.', { retryAfter: 1 });
      const change: AuditChange = {
        action: 'create',
        kind: audited,
        recordId: data.id,
        after: factsOf(data),
      };
      await database.transaction().execute((transaction) => recordChange(transaction, actorOf(request), change));
      return reply.code(201).send({ data, message: 'Picture uploaded successfully' });
    },
  );
}

/** Milliseconds and bytes; YouTube's thumbnails have some 30 KB. */
const limits = { time: 5_000, bytes: 512 * 1_024 };

let running = Promise.resolve();

function followVideos(context: AppContext): void {
  context.changes.onChange((kinds) => {
    if (kinds.includes('videos')) void fetchThumbnails(context);
  });
}

/** Stores the thumbnails that videos lack, so that visitors ask YouTube only when they press one. Never throws. */
function fetchThumbnails(context: AppContext): Promise<void> {
  running = running
    .then(() => fetchMissing(context))
    .catch((error: Error) => context.log.warn({ event: 'thumbnails_failed', reason: error.message }));
  return running;
}

async function fetchMissing({ database, changes, pictures, settings }: AppContext): Promise<void> {
  const { videoThumbnails } = settings;
  if (!videoThumbnails) return;
  const rows = await database
    .selectFrom('videos')
    .select(['id', 'gallery_title', 'gallery_link'])
    .where('image_key', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
  // Films of the sample are made up.
  const sample = await unchangedSample(database, ['videos']);
  for (const { id, gallery_title, gallery_link } of rows) {
    const film = filmOf(gallery_link);
    if (!film || sample.has(`videos ${id}`)) continue;
    const url = `${videoThumbnails}/vi/${film}/hqdefault.jpg`;
    const { status, answer } = await guardedFetch({ url, encoding: 'latin1', rules: settings }, limits);
    // The network is closed: the others would fail, too.
    if (status === null) return;
    const bytes = Buffer.from(answer ?? '', 'latin1');
    const picture = await pictures.add(bytes, { name: gallery_title }).catch(() => null);
    if (!picture) continue;
    await changes.write(['videos'], (transaction) =>
      transaction
        .updateTable('videos')
        .set({ image_key: picture.key })
        .where('id', '=', id)
        .where('gallery_link', '=', gallery_link)
        .execute(),
    );
  }
}
