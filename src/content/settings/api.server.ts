import { actorOf } from '#cms/audit/audit.server.ts';
import {
  conflictAnswer,
  conflictSchema,
  dataSchema,
  mergeAnswer,
  mergedSchema,
} from '#cms/collections/answers.server.ts';
import { saveMerged, VersionConflict } from '#cms/collections/merge.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { pictureBody } from '#cms/pictures/data-url.server.ts';
import { adminCalls } from '#paths.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { editedSettings, updateSettings } from './data.server.ts';
import { checkEmphasis, type SettingsForm, settingsForm } from './form.server.ts';
import { settingsSchema, vendorKind } from './schema.ts';

const path = adminCalls.siteSettings;

/** The single settings record. */
export const settingsModule = { staffRoutes: { settings: vendorApi } } satisfies Module;

function vendorApi({ database, pictures, changes }: AppContext, scope: StaffScope): void {
  scope.get(
    path,
    {
      schema: { summary: 'Get the site settings', response: { 200: dataSchema(settingsSchema) } },
    },
    async () => ({
      data: await editedSettings(database),
    }),
  );

  scope.put(
    path,
    {
      ...pictureBody,
      schema: {
        summary: 'Update the site settings',
        body: settingsForm,
        response: { 200: mergedSchema(settingsSchema), 409: conflictSchema(settingsSchema) },
      },
    },
    async (request, reply) => {
      const save = async (form: SettingsForm) => {
        checkEmphasis(form);
        // Before the transaction: decoding takes longer than a write lock may be held.
        const imageKey = await pictures.resolveImage(form.image, { name: form.name, by: request.staff.user.id });
        return changes.write([vendorKind], (transaction) =>
          updateSettings(transaction, actorOf(request), form, imageKey),
        );
      };
      const parse = (fields: object) => settingsForm.safeParse(fields);
      const saved = await saveMerged(database, { kind: vendorKind, id: 1, parse, save }, request.body);
      if (saved instanceof VersionConflict)
        return reply.code(409).send(await conflictAnswer(database, vendorKind, 1, saved));
      const { data, merged } = saved;
      return {
        data,
        message: 'Site settings updated successfully',
        ...(await mergeAnswer(database, vendorKind, 1, merged)),
      };
    },
  );
}
