import { Crop, Replace, RotateCcw, Trash2 } from 'lucide-react';
import { lazy, type SubmitEvent, Suspense, useEffect, useId, useState } from 'react';
import type { LibraryPicture, PictureDetails } from '#api/library-picture.ts';
import { useLibraryChanged } from '#cms/pictures/use-library.ts';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { CallError, messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask, askConflictChoice } from '#ui/admin/dialog/ask.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyFailed, notifyUndoable } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { Field } from '#ui/form/field.tsx';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { FocusField } from './focus-field.tsx';
import { PictureFacts } from './picture-facts.tsx';
import { useReplacing } from './use-replacing.tsx';

const CropPicture = lazy(async () => ({ default: (await import('#cms/pictures/crop.tsx')).Crop }));

interface PictureFormProps {
  picture: PictureDetails;
  onDirty: (is: boolean) => void;
  onOpen: (id: number) => void;
  onClose: () => void;
}

export function PictureForm({ picture, onDirty, onOpen, onClose }: PictureFormProps) {
  const id = useId();
  const [name, setName] = useState(picture.name);
  const [alt, setAlt] = useState(picture.alt);
  const [focus, setFocus] = useState(picture.focus);
  const [busy, setBusy] = useState(false);
  const [cropping, setCropping] = useState(false);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const changed = useLibraryChanged();
  const replacing = useReplacing(picture, async (now) => {
    await changed();
    onOpen(now.id);
  });
  const address = `${adminCalls.pictures}/${picture.id}`;
  const dirty = name !== picture.name || alt !== picture.alt || JSON.stringify(focus) !== JSON.stringify(picture.focus);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  useLeaveGuard(dirty, 'picture');

  async function save(updated_at: string = picture.updated_at): Promise<void> {
    setBusy(true);
    setErrors({});
    try {
      const { message } = await api.put<Written<LibraryPicture>>(address, { name, alt, focus, updated_at });
      notifyDone(message);
      await changed();
    } catch (error) {
      await failed(error);
    } finally {
      setBusy(false);
    }
  }

  async function failed(error: unknown): Promise<void> {
    if (error instanceof CallError) setErrors(error.fields);
    if (!(error instanceof CallError && error.status === 409)) return notifyFailed(messageOf(error));
    if (await askConflictChoice(error.message)) await changed();
    else await save((error.data as LibraryPicture).updated_at);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!busy) void save();
  }

  async function restore() {
    try {
      const { message } = await api.post<Written<LibraryPicture>>(
        adminCalls.restorePicture.replace(':id', String(picture.id)),
        {},
      );
      notifyDone(message);
    } catch (error) {
      notifyFailed(messageOf(error));
    }
    await changed();
  }

  async function remove() {
    await ask({
      title: 'Delete this picture?',
      text: 'It can be brought back for 30 days.',
      proceed: 'Delete',
      cancel: 'Cancel',
      tone: 'danger',
      act: async () => {
        try {
          const { message } = await api.delete<Written<unknown>>(address);
          notifyUndoable(message, () => void restore());
          onDirty(false);
          onClose();
        } catch (error) {
          notifyFailed(messageOf(error));
        }
        await changed();
      },
    });
  }

  const error = (field: string) => errors[field]?.[0];
  return (
    <form noValidate onSubmit={submit}>
      <div className="panel-body picture-body">
        <FocusField picture={picture} focus={focus} onChange={setFocus} />
        <Field id={`${id}-name`} label="Name" error={error('name')}>
          <input
            className="control"
            id={`${id}-name`}
            lang="bn"
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field
          id={`${id}-alt`}
          label="What it shows"
          error={error('alt')}
          hint="Read aloud to those who cannot see it, on every page that shows it. Leave it empty where the words beside it say the same."
        >
          <textarea
            className="control"
            id={`${id}-alt`}
            lang="bn"
            rows={2}
            aria-describedby={`${id}-alt-hint`}
            value={alt}
            onChange={({ target }) => setAlt(target.value)}
          />
        </Field>
        <div className="picture-ways">
          <button type="button" className="button button-quiet" onClick={() => setCropping(true)}>
            <Crop aria-hidden="true" />
            Crop…
          </button>
          <button type="button" className="button button-quiet" aria-busy={replacing.busy} onClick={replacing.choose}>
            {replacing.busy ? <Spinner /> : <Replace aria-hidden="true" />}
            Replace everywhere…
          </button>
          {replacing.input}
        </div>
        <PictureFacts picture={picture} onOpen={onOpen} />
      </div>
      <footer className="panel-foot">
        {picture.deleted_at ? (
          <button type="button" className="button button-quiet" onClick={() => void restore()}>
            <RotateCcw aria-hidden="true" />
            Restore
          </button>
        ) : (
          <>
            <button type="button" className="button button-text picture-delete" onClick={() => void remove()}>
              <Trash2 aria-hidden="true" />
              Delete
            </button>
            <button type="submit" className="button button-primary picture-save" aria-busy={busy}>
              {busy && <Spinner />}
              Save
            </button>
          </>
        )}
      </footer>
      {cropping && (
        <Modal title="Crop the picture" wide onClose={() => setCropping(false)}>
          <Suspense fallback={<Spinner large />}>
            <CropPicture
              picture={picture}
              onCancel={() => setCropping(false)}
              onCropped={(part) => {
                notifyDone('The part is a picture of its own in the library');
                onDirty(false);
                void changed();
                onOpen(part.id);
              }}
            />
          </Suspense>
        </Modal>
      )}
    </form>
  );
}
