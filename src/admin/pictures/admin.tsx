import { t } from '#i18n/text.ts';
import { Card } from '#ui/admin/card.tsx';
import './screen.css';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useAddress, useOpened } from '#cms/collections/list/list-frame.tsx';
import { PictureGrid } from '#cms/pictures/picture-grid.tsx';
import { pictureTypes } from '#cms/pictures/read-picture.ts';
import { uploadPicture, useLibrary } from '#cms/pictures/use-library.ts';
import { messageOf, useReload } from '#ui/admin/calls/api.ts';
import { Writers } from '#ui/admin/may-write.tsx';
import { notifyDone, notifyFailed } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { useFileInput } from '#ui/form/use-file-input.tsx';
import { SearchBox } from '#ui/table/table.tsx';
import { PicturePanel } from './panel.tsx';

export default function PicturesAdmin() {
  const { address, set } = useAddress();
  const { opened, open } = useOpened('picture');
  const [search, only] = [address.get('search') ?? '', address.get('only') ?? ''];
  const library = useLibrary({ search, only });

  return (
    <>
      <h1 className="screen-title">Pictures</h1>
      <Card
        id="list"
        title="Library"
        head={
          <div className="card-tools picture-tools">
            <select
              className="control filter-status"
              aria-label="Which pictures"
              value={only}
              onChange={(event) => set('only', event.target.value)}
            >
              <option value="">All pictures</option>
              <option value="unused">Not used</option>
              <option value="undescribed">Without a description</option>
              <option value="deleted">Deleted</option>
            </select>
            <SearchBox query={search} onSearch={(text) => set('search', text, true)} label="Search this list" />
            <Writers>
              <UploadButton />
            </Writers>
          </div>
        }
      >
        <div className="card-body">
          <PictureGrid library={library} onChoose={({ id }) => open(id)} emptyHint={emptyHint(search, only)} />
        </div>
      </Card>
      {opened && <PicturePanel key={opened} id={opened} onClose={() => open(null)} />}
    </>
  );
}

function emptyHint(search: string, only: string): string {
  if (search) return t('Nothing matches. Change the search or the choice.');
  if (only === 'deleted') return t('Nothing was deleted in the last 30 days.');
  if (only === 'undescribed') return t('Of every picture it is said what it shows.');
  return t(only === 'unused' ? 'Every picture is used somewhere.' : 'Upload the first one.');
}

function UploadButton() {
  const [waiting, setWaiting] = useState(0);
  const reload = useReload();

  async function upload(files: File[]) {
    if (waiting > 0) return;
    setWaiting(files.length);
    let done = 0;
    for (const file of files) {
      try {
        await uploadPicture(file);
        done++;
      } catch (error) {
        notifyFailed(`${file.name}: ${messageOf(error)}`);
      }
      setWaiting((count) => count - 1);
    }
    if (done === 0) return;
    notifyDone(done === 1 ? 'Picture uploaded successfully' : `${done} pictures uploaded successfully`);
    await reload();
  }

  const files = useFileInput((chosen) => void upload(chosen), {
    accept: pictureTypes,
    multiple: true,
    label: 'Files to upload',
  });
  return (
    <>
      <button
        type="button"
        className="button button-primary"
        aria-busy={waiting > 0}
        onClick={() => waiting === 0 && files.open()}
        {...files.dropping}
      >
        {waiting > 0 ? <Spinner /> : <Upload />}
        {waiting > 0 ? `Uploading ${waiting}` : 'Upload'}
      </button>
      {files.input}
    </>
  );
}
