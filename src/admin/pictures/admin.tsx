import './screen.css';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw, Trash2, Upload } from 'lucide-react';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { Link } from 'react-router';
import type { LibraryPicture, PictureDetails } from '#api/picture.ts';
import { useOnlyRecord } from '#cms/collections/form/use-only-record.ts';
import { useAddress, useOpened } from '#cms/collections/list/list-frame.tsx';
import { PictureGrid } from '#cms/pictures/picture-grid.tsx';
import { formatBytes, pictureTypes } from '#cms/pictures/read-picture.ts';
import { pictureName, uploadPicture, useLibrary } from '#cms/pictures/use-library.ts';
import { t } from '#i18n/text.ts';
import { adminCalls, withId } from '#paths.ts';
import { answerAt, api, messageOf, useReload } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import { formatAge } from '#ui/admin/dates.ts';
import { ask, askToLeave } from '#ui/admin/dialog/ask.ts';
import { Panel } from '#ui/admin/dialog/modal.tsx';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { notifyDone, notifyFailed, notifyFailure, notifyResult, notifyUndoable } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { CallForm, type FormValues } from '#ui/form/call-form.tsx';
import { useLeaveGuard } from '#ui/form/form-card.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { useFileInput } from '#ui/form/use-file-input.tsx';
import { NotLoaded, SearchBox, Select } from '#ui/table/table.tsx';

const choices = t({
  '': 'All pictures',
  unused: 'Not used',
  undescribed: 'Without a description',
  deleted: 'Deleted',
});

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
            <Select
              className="filter-status"
              label="Which pictures"
              value={only}
              options={Object.entries(choices)}
              onChange={(chosen) => set('only', chosen)}
            />
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

interface PicturePanelProps {
  id: number;
  onClose: () => void;
}

export function PicturePanel({ id, onClose }: PicturePanelProps) {
  const dirty = useRef(false);
  const { data, isError, error, refetch } = useQuery({
    ...answerAt<{ data: PictureDetails }>(`${adminCalls.pictures}/${id}`),
    queryKey: [adminCalls.pictures, id],
  });
  const picture = data?.data;

  async function close() {
    if (!dirty.current || (await askToLeave('picture'))) onClose();
  }

  return (
    <Panel title={picture ? pictureName(picture) : 'Picture'} named onClose={close}>
      {picture ? (
        <PictureForm
          key={picture.updated_at}
          {...{ picture, onClose }}
          onDirty={(is) => {
            dirty.current = is;
          }}
        />
      ) : (
        <div className="panel-body">
          {isError ? (
            <NotLoaded text={messageOf(error)} onRetry={refetch} />
          ) : (
            <span className="skeleton" style={{ height: 260 }} />
          )}
        </div>
      )}
    </Panel>
  );
}

interface PictureFormProps extends Omit<PicturePanelProps, 'id'> {
  picture: PictureDetails;
  onDirty: (is: boolean) => void;
}

function PictureForm({ picture, onDirty, onClose }: PictureFormProps) {
  const mayWrite = useMayWrite();
  const reload = useReload();
  const { form, submit, dirty } = useOnlyRecord({
    path: `${adminCalls.pictures}/${picture.id}`,
    record: picture,
    valuesOf,
    bodyOf: ({ name, alt, focus }) => ({ name, alt, focus: focusOf(focus) }),
    // Records show pictures too.
    onShow: () => void reload(),
  });
  const busy = form.formState.isSubmitting;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  useLeaveGuard(dirty, 'picture');

  return (
    <CallForm {...{ form, submit }}>
      <div className="panel-body picture-body">
        <fieldset className="picture-body" disabled={!mayWrite}>
          <FocusField picture={picture} />
          <TextField name="name" label="Name" />
          <TextArea
            name="alt"
            label="What it shows"
            hint="Read aloud to those who cannot see it, on every page that shows it. Leave it empty where the words beside it say the same."
          />
        </fieldset>
        <PictureFacts picture={picture} />
      </div>
      <Writers>
        <footer className="panel-foot">
          {picture.deleted_at ? (
            <RestoreButton picture={picture} />
          ) : (
            <>
              <DeleteButton
                picture={picture}
                onDeleted={() => {
                  onDirty(false);
                  onClose();
                }}
              />
              <button type="submit" className="button button-primary picture-save" aria-busy={busy}>
                {busy && <Spinner />}
                Save
              </button>
            </>
          )}
        </footer>
      </Writers>
    </CallForm>
  );
}

function valuesOf({ name, alt, focus }: Pick<PictureDetails, 'name' | 'alt' | 'focus'>): FormValues {
  return { name, alt, focus: focus && [focus.x, focus.y] };
}

function focusOf(value: unknown) {
  const [x, y] = Array.isArray(value) ? value : [];
  return x === undefined ? null : { x, y };
}

/** Sets the point of a picture that cropped cards must show: by a click, or by arrow keys on two sliders that nobody sees. */
function FocusField({ picture }: { picture: PictureDetails }) {
  const id = useId();
  const { field } = useController({ name: 'focus' });
  const focus = focusOf(field.value);
  const point = focus ?? { x: 0.5, y: 0.5 };
  const set = ({ x, y }: { x: number; y: number }) => field.onChange([x, y]);

  function pick({ currentTarget, clientX, clientY }: MouseEvent) {
    const box = currentTarget.getBoundingClientRect();
    const share = (at: number, size: number) => Math.min(1, Math.max(0, Math.round((at / size) * 100) / 100));
    set({ x: share(clientX - box.left, box.width), y: share(clientY - box.top, box.height) });
  }

  return (
    <fieldset className="focus-field">
      <legend className="label">Focus</legend>
      <div className="focus-table">
        {/* biome-ignore lint/a11y: the hidden sliders do the same by keyboard */}
        <div className="focus-picture" onClick={pick}>
          <img src={picture.image} alt={picture.alt} width={picture.width} height={picture.height} />
          <span className="focus-point" style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} />
        </div>
      </div>
      <div className="focus-tools wrap">
        {(['x', 'y'] as const).map((side) => (
          <label key={side} className="sr-only" htmlFor={`${id}-${side}`}>
            {side === 'x' ? 'From left' : 'From top'}
            <input
              type="range"
              id={`${id}-${side}`}
              min={0}
              max={100}
              step={5}
              value={Math.round(point[side] * 100)}
              onChange={({ target }) => set({ ...point, [side]: Number(target.value) / 100 })}
            />
          </label>
        ))}
        <p className="note">Touch what must be seen where cards crop the picture, or use the arrow keys.</p>
        {focus && (
          <button type="button" className="button button-text button-small" onClick={() => field.onChange(null)}>
            Middle
          </button>
        )}
      </div>
    </fieldset>
  );
}

function PictureFacts({ picture }: { picture: PictureDetails }) {
  const { uses, width, height, size, uploaded_at, uploaded_by } = picture;
  return (
    <>
      <section aria-label="Where it is used">
        <h3>Where it is used</h3>
        {uses.length === 0 ? (
          <p className="note">{unused(picture)}</p>
        ) : (
          <ul className="picture-uses">
            {uses.map((use) => (
              <li key={`${use.what} ${use.link} ${use.place} ${use.title}`}>
                {use.in_trash ? (
                  <span lang="bn">{use.title || use.what}</span>
                ) : (
                  <Link to={use.link} lang="bn">
                    {use.title || use.what}
                  </Link>
                )}
                <span className="note">
                  {use.what}
                  {use.place === 'text' ? ', in the text' : ''}
                  {use.in_trash ? ', in the trash' : ''}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <p className="note">
        {width} × {height} pixels, {formatBytes(size)}.{' '}
        {uploaded_by ? `Uploaded ${formatAge(uploaded_at)} by ${uploaded_by}.` : `Uploaded ${formatAge(uploaded_at)}.`}
      </p>
    </>
  );
}

function unused({ deleted_at, kept }: PictureDetails): string {
  if (deleted_at) return t('Deleted. It can be brought back for 30 days.');
  return t(
    kept
      ? 'Nowhere. It stays here until it is deleted.'
      : 'Nowhere any more. It came with a record, and is removed by itself after 30 days.',
  );
}

function RestoreButton({ picture }: { picture: LibraryPicture }) {
  const restore = useRestore(picture);
  return (
    <button type="button" className="button button-quiet" onClick={restore}>
      <RotateCcw />
      Restore
    </button>
  );
}

function DeleteButton({ picture, onDeleted }: { picture: LibraryPicture; onDeleted: () => void }) {
  const reload = useReload();
  const restore = useRestore(picture);

  async function remove() {
    const answer = await notifyFailure(api.delete(`${adminCalls.pictures}/${picture.id}`));
    if (answer) {
      notifyUndoable(answer.message, restore);
      onDeleted();
    }
    await reload();
  }

  const question = {
    title: 'Delete this picture?',
    text: 'It can be brought back for 30 days.',
    proceed: 'Delete',
    act: remove,
  };
  return (
    <button type="button" className="button button-text picture-delete" onClick={() => void ask(question)}>
      <Trash2 />
      Delete
    </button>
  );
}

function useRestore({ id }: LibraryPicture): () => Promise<void> {
  const reload = useReload();
  return async () => {
    await notifyResult(api.post(withId(adminCalls.restorePicture, id), {}));
    await reload();
  };
}
