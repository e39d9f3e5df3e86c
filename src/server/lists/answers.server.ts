import * as z from 'zod/mini';
import { idOnWire } from '#wire/records.ts';

/** Largest bodies of writes: text alone, and with a picture of 8 MiB as base64 or with rich text. */
export const bodyLimits = { text: 64 * 1024, rich: 16 * 2 ** 20 } as const;

/** One record. */
export function dataOnWire<T extends z.ZodMiniType>(record: T) {
  return z.object({ data: record });
}

/** After a write: the record as it is now, and what happened. */
export function writtenOnWire<T extends z.ZodMiniType>(record: T) {
  return z.object({ data: record, message: z.string() });
}

/** 409: somebody else was faster, and `data` is what they wrote. Without `data`: something else stands in the way. */
export function staleOnWire<T extends z.ZodMiniType>(record: T) {
  return z.object({ message: z.string(), data: z.optional(record) });
}

export const deletedOnWire = z.object({ data: z.object({ id: idOnWire }), message: z.string() });

export const messageOnWire = z.object({ message: z.string() });

const errorsOnWire = z.object({ message: z.string(), errors: z.record(z.string(), z.array(z.string())) });

const shapes = { 401: messageOnWire, 404: messageOnWire, 409: messageOnWire, 413: messageOnWire, 422: errorsOnWire };

/** The shapes of refusals that a call may answer. */
export function errors(...statuses: (keyof typeof shapes)[]): Record<number, z.ZodMiniType> {
  return Object.fromEntries(statuses.map((status) => [status, shapes[status]]));
}

/** One that makes no sense counts as not given. */
export const queryParameter = z.optional(z.catch(z.string(), ''));

/** What a list can be asked; anything else comes back in its links. */
export const listQueryOnWire = z.looseObject({
  page: queryParameter,
  per_page: queryParameter,
  search: queryParameter,
  status: queryParameter,
  trash: queryParameter,
  sort: queryParameter,
});

export const staleEdit = 'Somebody else changed this record after you opened it. Nothing was saved.';
