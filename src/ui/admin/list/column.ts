import type { ReactNode } from 'react';
import type { Row } from '../calls/pages.ts';

/** A column of a list, between the row number and the actions. */
export interface Column<R extends Row> {
  head: string;
  cell: (record: R) => ReactNode;
  /** The name by which the server sorts by it. */
  sort?: string;
}
