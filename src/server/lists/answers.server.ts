import * as z from 'zod/mini';
import { idOnWire } from '#wire/records.ts';

/** In bytes: text alone, and with a picture of 8 MiB as base64 or rich text. */
export const bodyLimits = { text: 64 * 1024, rich: 16 * 2 ** 20 } as const;

export function dataOnWire<T extends z.ZodMiniType>(record: T) {
  return z.object({ data: record });
}

export function writtenOnWire<T extends z.ZodMiniType>(record: T) {
  return z.object({ data: record, message: z.string() });
}

/** Body of a 409: with `data`, the current record after a version conflict; without, another conflict. */
export function staleOnWire<T extends z.ZodMiniType>(record: T) {
  return z.object({ message: z.string(), data: z.optional(record) });
}

export const deletedOnWire = z.object({ data: z.object({ id: idOnWire }), message: z.string() });

export const messageOnWire = z.object({ message: z.string() });

const errorsOnWire = z.object({ message: z.string(), errors: z.record(z.string(), z.array(z.string())) });

const shapes = { 401: messageOnWire, 404: messageOnWire, 409: messageOnWire, 413: messageOnWire, 422: errorsOnWire };

export function errors(...statuses: (keyof typeof shapes)[]): Record<number, z.ZodMiniType> {
  return Object.fromEntries(statuses.map((status) => [status, shapes[status]]));
}

export const queryParameter = z.optional(z.catch(z.string(), ''));

export const listQueryOnWire = z.looseObject({
  page: queryParameter,
  per_page: queryParameter,
  search: queryParameter,
  status: queryParameter,
  trash: queryParameter,
  sort: queryParameter,
});

export const staleEdit = 'Somebody else changed this record after you opened it. Nothing was saved.';
