import { useState } from 'react';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Row } from '#ui/admin/calls/pages.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import type { FormValues } from '#ui/form/values.ts';
import { toDataUrl } from '../../pictures/read-picture.ts';
import { type RecordKind, valuesOf } from '../form/record-kind.ts';

/** Starts a new record with the values and picture of another. It starts hidden. */
export function useCopying<R extends Row>(kind: RecordKind<R>, mayFill: () => Promise<boolean>) {
  const [copy, setCopy] = useState<FormValues | null>(null);

  async function startCopy(record: R): Promise<void> {
    const values = { ...valuesOf(kind, record), ...('status' in kind.empty && { status: false }) };
    if (!(await mayFill())) return;
    try {
      setCopy(record.image && 'image' in values ? { ...values, image: await pictureAt(record.image) } : values);
    } catch (error) {
      notifyFailed(messageOf(error));
    }
  }

  return { copy, copyOf: startCopy, endCopy: () => setCopy(null) };
}

async function pictureAt(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error('The picture could not be copied. Try again.');
  return toDataUrl(await response.blob());
}
