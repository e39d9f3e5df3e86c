import { useState } from 'react';
import { toDataUrl } from '../../form/read-picture.ts';
import { type RecordKind, valuesOf } from '../../form/record-kind.ts';
import type { FormValues } from '../../form/values.ts';
import { messageOf } from '../calls/call-error.ts';
import type { Row } from '../calls/pages.ts';
import { notifyFailed } from '../notify.tsx';

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
