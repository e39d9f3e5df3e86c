import { Replace, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LibraryPicture, PictureDetails } from '#api/picture.ts';
import { pictureTypes, readPicture } from '#cms/pictures/read-picture.ts';
import { useLibraryChanged } from '#cms/pictures/use-library.ts';
import { adminCalls, withId } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyError, notifyFailure, notifyResult, notifyUndoable } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { useFileInput } from '#ui/form/use-file-input.tsx';

type OnPicture = (picture: LibraryPicture) => void;

/** Replaces a picture by another file wherever it is shown, with an undo. */
export function ReplaceButton({ picture, onReplaced }: { picture: PictureDetails; onReplaced: OnPicture }) {
  const [busy, setBusy] = useState(false);
  const changed = useLibraryChanged();

  async function replace(old: LibraryPicture, image: string, name?: string) {
    setBusy(true);
    try {
      const address = withId(adminCalls.replacePicture, old.id);
      const { data, message } = await api.post<Written<LibraryPicture>>(address, { image, name });
      notifyUndoable(message, () => void replace(data, old.image));
      await changed();
      onReplaced(data);
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  }

  async function take([file]: File[]) {
    if (!file) return;
    try {
      const image = await readPicture(file);
      const count = picture.uses.length;
      await ask({
        title: 'Replace this picture everywhere?',
        text:
          count === 0
            ? `“${file.name}” is shown in its place. Visitors see it at once.`
            : count === 1
              ? `“${file.name}” is shown in its place, in 1 place. Visitors see it at once.`
              : `“${file.name}” is shown in its place, in ${count} places. Visitors see it at once.`,
        proceed: 'Replace',
        tone: 'notice',
        act: () => replace(picture, image, file.name),
      });
    } catch (error) {
      notifyError(error);
    }
  }

  const file = useFileInput((files) => void take(files), { accept: pictureTypes, label: 'File that replaces it' });
  return (
    <>
      <button type="button" className="button button-quiet" aria-busy={busy} onClick={() => busy || file.open()}>
        {busy ? <Spinner /> : <Replace />}
        Replace everywhere…
      </button>
      {file.input}
    </>
  );
}

export function RestoreButton({ picture }: { picture: LibraryPicture }) {
  const restore = useRestore(picture);
  return (
    <button type="button" className="button button-quiet" onClick={restore}>
      <RotateCcw />
      Restore
    </button>
  );
}

export function DeleteButton({ picture, onDeleted }: { picture: LibraryPicture; onDeleted: () => void }) {
  const changed = useLibraryChanged();
  const restore = useRestore(picture);

  async function remove() {
    const answer = await notifyFailure(api.delete(`${adminCalls.pictures}/${picture.id}`));
    if (answer) {
      notifyUndoable(answer.message, restore);
      onDeleted();
    }
    await changed();
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
  const changed = useLibraryChanged();
  return async () => {
    await notifyResult(api.post(withId(adminCalls.restorePicture, id), {}));
    await changed();
  };
}
