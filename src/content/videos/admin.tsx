import { CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { FormOf, RecordOf } from '#api/shapes.ts';
import { filmOf } from '#api/youtube.ts';
import { fieldsOf, nameColumn, type RecordKind, statusColumn, Thumbnail } from '#cms/collections/form/record-kind.tsx';
import { ListScreen } from '#cms/collections/list/list-screen.tsx';
import { adminCalls, pages } from '#paths.ts';
import { FormColumns } from '#ui/form/form-card.tsx';
import { StatusSwitch } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import type { videoShapes } from './kind.server.ts';
import './admin.css';

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

/** The film itself, when it is pressed; where YouTube can't be reached, only the link below leads to it. */
function ChosenVideo() {
  const film = filmOf(String(useWatch({ name: 'gallery_link' }) ?? ''));
  const [playing, setPlaying] = useState<string | null>(null);
  return (
    <div className="field">
      <span className="label">Preview</span>
      {!film ? (
        <Thumbnail image={null} />
      ) : playing === film ? (
        <iframe
          className="film"
          onLoad={({ currentTarget }) => currentTarget.focus()}
          title="The film"
          src={`https://www.youtube-nocookie.com/embed/${film}?autoplay=1`}
          sandbox="allow-scripts allow-same-origin allow-presentation"
          referrerPolicy="strict-origin-when-cross-origin"
          allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
        />
      ) : (
        <button type="button" className="film" aria-label="Play the film" onClick={() => setPlaying(film)}>
          <img
            key={film}
            src={`https://i.ytimg.com/vi/${film}/mqdefault.jpg`}
            alt=""
            referrerPolicy="no-referrer"
            onError={({ currentTarget }) => {
              currentTarget.hidden = true;
            }}
          />
          <CirclePlay />
        </button>
      )}
      {film && (
        <a
          href={`https://www.youtube.com/watch?v=${film}`}
          target="_blank"
          rel="noreferrer"
          className="button button-text button-small"
        >
          See it on YouTube
        </a>
      )}
    </div>
  );
}
