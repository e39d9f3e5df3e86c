import type { z as classic } from 'zod';
import * as z from 'zod/mini';
import { latestChangeSchema } from '#api/audit.ts';
import type { Schema } from '#api/openapi.ts';
import { idSchema } from '#api/records.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { latestChanges } from '../audit/audit.server.ts';

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

/** A draft may lack what the schema of the call requires. @throws {HttpError} 422 */
export function draftIn<Input>({ body }: { body: unknown }, draftForm: classic.ZodType<Input>): Input {
  const { data, error } = draftForm.safeParse(body);
  if (error) throw invalid(messagesByField(error));
  return data;
}

/** Any text is taken, and ignored where it makes no sense; the description of the calls says by `schema` what does. */
export function queryParameter(description: string, schema: Schema = {}) {
  return z.optional(z.catch(z.string(), '')).register(z.globalRegistry, { description, ...schema });
}

export const flagSchema: Schema = { type: 'integer', enum: [1] };

const status = queryParameter('1: what visitors see; 0: what is hidden', { type: 'integer', enum: [1, 0] });

export const pageParameters = {
  page: queryParameter('Which page; the first if not given', { type: 'integer', minimum: 1 }),
  per_page: queryParameter('Records on a page; 10 if not given', { type: 'integer', minimum: 1, maximum: 100 }),
};

export const searchParameter = queryParameter('Words that a record has, in any order; up to 200 characters');

export const searchQuery = z.looseObject({ ...pageParameters, search: searchParameter, status });

/** `sorted` are the columns that the list can be sorted by. */
export function listQuery(sorted: readonly string[] = []) {
  const sort = queryParameter('By which field, with a minus for descending; as staff ordered them if not given', {
    enum: sorted.flatMap((name) => [name, `-${name}`]),
  });
  const whole = z.extend(searchQuery, {
    state: queryParameter('In which state', { enum: ['draft', 'scheduled', 'public', 'hidden'] }),
    trash: queryParameter('1: what was deleted in the last 30 days', flagSchema),
    sort,
  });
  return sorted.length > 0 ? whole : z.omit(whole, { sort: true });
}

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

/** Describes a merge in a 200; empty without one. */
export async function mergeAnswer(database: Database, kind: string, id: number, merged: string[]) {
  return merged.length > 0 ? { merged, changes: await latestChanges(database, kind, id) } : {};
}
