import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { FormOf, RecordOf } from '#api/shapes.ts';
import { youtubeId } from '#api/youtube.ts';
import { nameColumn } from '#cms/collections/columns.tsx';
import { fieldsOf } from '#cms/collections/form/fields-of.ts';
import type { RecordKind } from '#cms/collections/form/record-kind.ts';
import { Thumbnail } from '#cms/collections/list/cells.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { statusColumn } from '#cms/collections/list/status-toggle.tsx';
import { adminCalls, pages } from '#paths.ts';
import { FormColumns } from '#ui/form/form-columns.tsx';
import { StatusSwitch } from '#ui/form/status-switch.tsx';
import type { Column } from '#ui/table/column.ts';
import type { videoShapes } from './schema.ts';

type VideoRow = RecordOf<typeof videoShapes>;
type Form = FormOf<typeof videoShapes>;

const { TextField } = fieldsOf<Form>();

const kind: RecordKind<VideoRow, Form> = {
  path: adminCalls.videos,
  title: 'Video Gallery',
  one: 'video',
  deleteTitle: 'Delete Video',
  empty: { gallery_title: '', gallery_link: '', status: true },
  nameOf: ({ gallery_title }) => gallery_title,
  onSite: () => pages.home,
};

const columns: Column<VideoRow>[] = [
  { head: 'Preview', cell: ({ image }) => <Thumbnail image={image} /> },
  nameColumn('Gallery title', 'gallery_title'),
  statusColumn,
];

export default function VideosAdmin() {
  return (
    <ListScreen
      kind={kind}
      columns={columns}
      ordered
      fields={() => (
        <FormColumns
          side={
            <>
              <ChosenVideo />
              <StatusSwitch />
            </>
          }
        >
          <TextField name="gallery_title" label="Gallery title" required />
          <TextField
            name="gallery_link"
            label="Gallery link"
            type="url"
            required
            hint="The address of a YouTube video, like https://www.youtube.com/watch?v=…"
          />
        </FormColumns>
      )}
    />
  );
}

function ChosenVideo() {
  const link = String(useWatch({ name: 'gallery_link' }) ?? '');
  const id = youtubeId(link);
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <div className="field">
      <span className="label">Preview</span>
      {!id || failed === id ? (
        <Thumbnail image={null} />
      ) : (
        <img
          className="thumbnail"
          src={`https://i.ytimg.com/vi/${id}/mqdefault.jpg`}
          alt=""
          width={134}
          height={84}
          referrerPolicy="no-referrer"
          onError={() => setFailed(id)}
        />
      )}
    </div>
  );
}
