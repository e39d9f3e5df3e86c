import type { z as classic } from 'zod';
import * as z from 'zod/mini';
import { latestChangeSchema } from '#api/audit.ts';
import { idSchema } from '#api/records.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { latestChanges } from '../audit/audit-history.server.ts';

/** In bytes: text alone, and with a picture of 8 MiB as base64 or rich text. */
export const bodyLimits = { text: 64 * 1024, rich: 16 * 2 ** 20 } as const;

export function dataSchema<T extends z.ZodMiniType>(record: T) {
  return z.object({ data: record });
}

export function writtenSchema<T extends z.ZodMiniType>(record: T) {
  return z.object({ data: record, message: z.string() });
}

/** A saved record; `merged` names what somebody else saved since the form was opened, and `changes` who that was. */
export function mergedSchema<T extends z.ZodMiniType>(record: T) {
  return z.extend(writtenSchema(record), {
    merged: z.optional(z.array(z.string())),
    changes: z.optional(z.array(latestChangeSchema)),
  });
}

/**
 * Body of a 409: with `data`, the current record after a version conflict; without, another conflict. The newest change
 * stands beside it, with the fields that both changed where they are known, and in `changes` with those before it.
 */
export function conflictSchema<T extends z.ZodMiniType>(record: T) {
  return z.extend(z.partial(latestChangeSchema), {
    message: z.string(),
    data: z.optional(record),
    changes: z.optional(z.array(latestChangeSchema)),
  });
}

export const deletedSchema = z.object({ data: z.object({ id: idSchema }), message: z.string() });

export const messageSchema = z.object({ message: z.string() });

export const errorsSchema = z.object({ message: z.string(), errors: z.record(z.string(), z.array(z.string())) });

/** The messages of a form that was refused, for a 422. */
export function messagesByField(error: z.core.$ZodError): Record<string, string[]> {
  return z.flattenError(error).fieldErrors as Record<string, string[]>;
}

/** What the schema of the call refuses may still be a draft. @throws {HttpError} 422 */
export function draftIn<Input>({ body }: { body: unknown }, draftForm: classic.ZodType<Input>): Input {
  const { data, error } = draftForm.safeParse(body);
  if (error) throw invalid(messagesByField(error));
  return data;
}

export const queryParameter = z.optional(z.catch(z.string(), ''));

export const listQuerySchema = z.looseObject({
  page: queryParameter,
  per_page: queryParameter,
  search: queryParameter,
  status: queryParameter,
  state: queryParameter,
  trash: queryParameter,
  sort: queryParameter,
});

export const versionConflictMessage = 'Somebody else changed this record after you opened it. Nothing was saved.';

/** A 409 of a version conflict, with the record as it is now and who changed it: the newest change of `fields`. */
export async function conflictAnswer<T>(
  database: Database,
  kind: string,
  id: number,
  { record: data, fields }: { record: T; fields?: string[] | undefined },
) {
  const changes = await latestChanges(database, kind, id);
  const newest = changes.find((change) => !fields || fields.some((name) => change.fields.includes(name)));
  return { message: versionConflictMessage, data, ...(newest ?? changes[0]), ...(fields && { fields }), changes };
}

/** What a 200 says of a merge; nothing if there was none. */
export async function mergeAnswer(database: Database, kind: string, id: number, merged: string[]) {
  return merged.length > 0 ? { merged, changes: await latestChanges(database, kind, id) } : {};
}
