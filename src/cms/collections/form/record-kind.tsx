import { ImageOff } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { t } from '#i18n/text.ts';
import type { Row } from '#ui/admin/calls/api.ts';
import type { FormValue, FormValues } from '#ui/form/call-form.tsx';
import { MultiSelectField, OptionField, SelectField } from '#ui/form/choice-field.tsx';
import { DateField, StatusSwitch, TextArea, TextField } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import { ImageField } from '../../pictures/image-field.tsx';
import { ContentField } from '../../rich-text/content-field.tsx';
import { StatusBadge, stateOf } from '../../versions/pending.tsx';

/** A collection as its screen and form need it. `Form` has the field names of its schema. */
export interface RecordKind<R extends Row, Form = FormValues> {
  path: string;
  /** As in 'Add Institutional News'. */
  title: string;
  /** In sentences: 'You are about to Delete this news.' */
  one: string;
  /** The title of the confirmation, if it is not 'Delete news'. */
  deleteTitle?: string;
  /** The title of the error, if it is not 'Failed to delete the news'. */
  deleteFailed?: string;
  empty: { [Name in keyof Form]: FormValue };
  /** The form values of a record that differ from its fields of the same names. */
  valuesOf?: (record: R) => { [Name in keyof Form]?: FormValue };
  nameOf: (record: R) => string;
  /** Records have drafts, versions and a schedule. */
  versioned?: true;
  /** A singleton: after a save the form keeps the record. */
  single?: true;
  /** Where a new record is posted to, if it is not `path`. */
  createAt?: string;
  /** Values that the user does not edit, but that each save brings. Another object fills the form anew. */
  place?: FormValues;
  /** Where unsaved text is kept on the device, if not by the record's id. */
  device?: { path: string; recordId: number; label: string };
  /** Unsaved text is not kept on the device. */
  hasSecrets?: true;
  onSite: (record: R) => string | undefined;
}

export interface Editing<R extends Row> {
  record: R;
  number: number | null;
}

/** The public URL of a record; undefined if it is not public. */
export function publicUrl<R extends Row>(kind: RecordKind<R>, record: R): string | undefined {
  return record.status === 0 ? undefined : kind.onSite(record);
}

export function valuesOf<R extends Row>(kind: RecordKind<R>, record: R): FormValues {
  const fields = new Map<string, unknown>(Object.entries(record));
  const values = Object.keys(kind.empty).map((name) => [name, fields.get(name)]);
  const own = {
    ...('image' in kind.empty && { image: '' }),
    ...('status' in kind.empty && { status: record.status !== 0 }),
  };
  return { ...Object.fromEntries(values), ...own, ...kind.valuesOf?.(record) };
}

/** Fields whose names are those of a form's schema, and that show as required what the schema requires. */
export function fieldsOf<Form>() {
  return fields as { [Field in keyof typeof fields]: Named<(typeof fields)[Field], Form> };
}

const fields = {
  TextField,
  TextArea,
  DateField,
  ImageField,
  ContentField,
  OptionField,
  SelectField,
  MultiSelectField,
};

type Named<Field extends (props: never) => ReactNode, Form> = (
  props: Omit<Parameters<Field>[0], 'name' | 'required'> & Name<Form>,
) => ReactNode;

type Name<Form> =
  | { name: Exclude<keyof Form & string, Optional<Form>>; required: true }
  | { name: Optional<Form>; required?: never };

type Optional<Form> = {
  [Name in keyof Form & string]: undefined extends Form[Name] ? Name : never;
}[keyof Form & string];

/** Beside the fields of a record: its picture, and whether it is shown. */
export function PictureSide(props: Pick<Parameters<typeof ImageField>[0], 'existing' | 'hint'>) {
  return (
    <>
      <ImageField name="image" label="Image" required {...props} />
      <StatusSwitch />
    </>
  );
}

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
  return <img className={className} src={image} alt="" width={134} height={48} loading="lazy" decoding="async" />;
}

/** A longer Bengali text, clamped to two lines. */
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
}

/** Lets the status of a row be toggled in the list; null if it is read-only. */
export const StatusToggling = createContext<StatusToggling | null>(null);

export const statusColumn: Column<Row> = { head: 'Status', cell: (record) => <StatusToggle record={record} /> };

/** A draft that is not public yet is published in its form, which names what it lacks. */
function StatusToggle({ record }: { record: Row }) {
  const turning = useContext(StatusToggling);
  const isActive = record.status === 1;
  if (!turning || (record.pending && !isActive)) return <StatusBadge record={record} />;
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
