import { type ReactNode, useRef, useState } from 'react';
import type { LibraryPicture, PictureDetails } from '#api/library-picture.ts';
import { pictureTypes, readPicture } from '#cms/pictures/read-picture.ts';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import type { Written } from '#ui/admin/calls/pages.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyFailed, notifyUndoable } from '#ui/admin/notify.tsx';

/** Replaces a picture by another file wherever it is shown, with an undo. */
export function useReplacing(picture: PictureDetails, onReplaced: (now: LibraryPicture) => Promise<void>) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);

  async function replace(old: LibraryPicture, image: string, name?: string): Promise<void> {
    setBusy(true);
    try {
      const address = adminCalls.replacePicture.replace(':id', String(old.id));
      const { data, message } = await api.post<Written<LibraryPicture>>(address, { image, name });
      notifyUndoable(message, () => void replace(data, old.image));
      await onReplaced(data);
    } catch (error) {
      notifyFailed(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  async function take(file: File): Promise<void> {
    try {
      const image = await readPicture(file);
      const count = picture.uses.length;
      await ask({
        title: 'Replace this picture everywhere?',
        text: `“${file.name}” is shown in its place${count > 0 ? `, in ${count} ${count === 1 ? 'place' : 'places'}` : ''}. Visitors see it at once.`,
        proceed: 'Replace',
        cancel: 'Cancel',
        tone: 'notice',
        act: () => replace(picture, image, file.name),
      });
    } catch (error) {
      notifyFailed(messageOf(error));
    }
  }

  const field: ReactNode = (
    <input
      ref={input}
      type="file"
      accept={pictureTypes}
      hidden
      aria-label="File that replaces it"
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        target.value = '';
        if (file) void take(file);
      }}
    />
  );
  return { busy, input: field, choose: () => !busy && input.current?.click() };
}
