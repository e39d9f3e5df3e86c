import { ImageOff } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { t } from '#i18n/text.ts';
import type { Row } from '#ui/admin/calls/pages.ts';
import type { Column } from '#ui/table/column.ts';
import { StatusBadge, stateOf } from '../versions/pending.tsx';

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

/** A decorative picture, 134 px wide. */
export function Thumbnail({ image, whole = false }: { image: string | null; whole?: boolean }) {
  if (!image) {
    return (
      <span className="thumbnail">
        <ImageOff />
      </span>
    );
  }
  const className = whole ? 'thumbnail thumbnail-whole' : 'thumbnail';
  return <img className={className} src={image} alt="" width={134} height={84} loading="lazy" decoding="async" />;
}

/** A longer Bengali text, clamped to three lines. */
export function Cut({ strong = false, children }: { strong?: boolean; children: ReactNode }) {
  return (
    <span lang="bn" className={strong ? 'cut strong' : 'cut'}>
      {children}
    </span>
  );
}

interface StatusToggling {
  nameOf: (record: Row) => string;
  toggle: (record: Row) => void;
  /** The form has its own switch, so the row of the edited record has none. */
  editingId: number | null;
}

/** Lets the status of a row be toggled in the list; null if it is read-only. */
export const StatusToggling = createContext<StatusToggling | null>(null);

export const statusColumn: Column<Row> = { head: 'Status', cell: (record) => <StatusToggle record={record} /> };

/** A draft that is not public yet is published in its form, which names what it lacks. */
function StatusToggle({ record }: { record: Row }) {
  const turning = useContext(StatusToggling);
  const isActive = record.status === 1;
  if (!turning || turning.editingId === record.id || (record.pending && !isActive))
    return <StatusBadge record={record} />;
  const { word, tone } = stateOf(record);
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isActive}
      aria-label={`${isActive ? word : t('Active')}: ${turning.nameOf(record)}`}
      className={`badge badge-switch badge-${tone}`}
      onClick={() => turning.toggle(record)}
    >
      {word}
    </button>
  );
}
