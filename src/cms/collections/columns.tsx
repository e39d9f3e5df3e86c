import type { Row } from '#ui/admin/calls/api.ts';
import type { Column } from '#ui/table/table.tsx';
import { Cut, Thumbnail } from './list/cells.tsx';

interface Pictured extends Row {
  image: string | null;
}

export const imageColumn: Column<Pictured> = { head: 'Image', cell: ({ image }) => <Thumbnail image={image} /> };

/** Of images that are shown uncropped. */
export const wholeImageColumn: Column<Pictured> = {
  head: 'Image',
  cell: ({ image }) => <Thumbnail image={image} whole />,
};

/** The column of the field that names a record. */
export function nameColumn<Field extends string>(head: string, field: Field): Column<Row & Record<Field, string>> {
  return { head, sort: field, cell: (record) => <Cut strong>{record[field]}</Cut> };
}
