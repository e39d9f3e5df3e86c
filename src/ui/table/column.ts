import type { ReactNode } from 'react';
import type { Row } from '../admin/calls/pages.ts';

export interface Column<R extends Row> {
  head: string;
  cell: (record: R) => ReactNode;
  sort?: string;
}
