import { useFormContext, useWatch } from 'react-hook-form';
import type { z } from 'zod/mini';
import type { FormOf } from '#api/shapes.ts';
import { nameColumn } from '#cms/collections/columns.tsx';
import { fieldsOf } from '#cms/collections/form/fields-of.ts';
import type { RecordKind } from '#cms/collections/form/record-kind.ts';
import { Cut } from '#cms/collections/list/cells.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { statusColumn } from '#cms/collections/list/status-toggle.tsx';
import { formatBytes } from '#cms/pictures/read-picture.ts';
import { adminCalls, pages } from '#paths.ts';
import { FormColumns } from '#ui/form/form-card.tsx';
import { StatusSwitch } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import { UploadBox } from './admin-upload.tsx';
import type { downloadRecordSchema, downloadShapes } from './schema.ts';

type DownloadRow = z.infer<typeof downloadRecordSchema>;
type Form = FormOf<typeof downloadShapes>;

const { TextField } = fieldsOf<Form>();

const kind: RecordKind<DownloadRow, Form> = {
  path: adminCalls.downloads,
  title: 'Download info',
  one: 'download',
  empty: { title: '', file_url: '', status: true },
  nameOf: ({ title }) => title,
  onSite: () => pages.downloads,
};

const columns: Column<DownloadRow>[] = [
  nameColumn('Title', 'title'),
  {
    head: 'File',
    cell: ({ file_url, file_name, file_size }) => (
      <Cut>
        <a href={file_url} target="_blank" rel="noopener noreferrer" className="file-link">
          {file_name ?? file_url}
        </a>
        {file_size !== null && <span className="note"> {formatBytes(file_size)}</span>}
      </Cut>
    ),
  },
  statusColumn,
];

export default function DownloadsAdmin() {
  return (
    <ListScreen
      kind={kind}
      columns={columns}
      ordered
      fields={() => (
        <FormColumns
          side={
            <>
              <Upload />
              <StatusSwitch />
            </>
          }
        >
          <TextField name="title" label="Title" required />
          <TextField
            name="file_url"
            label="File address"
            type="url"
            required
            hint="Upload a file, or write an address that begins with https://."
          />
        </FormColumns>
      )}
    />
  );
}

function Upload() {
  const { setValue, clearErrors } = useFormContext();
  const address = String(useWatch({ name: 'file_url' }) ?? '');
  return (
    <UploadBox
      address={address}
      onUploaded={(url) => {
        setValue('file_url', url, { shouldDirty: true });
        clearErrors('file_url');
      }}
    />
  );
}
