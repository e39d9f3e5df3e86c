import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { askToLeave } from '#ui/admin/dialog/ask.ts';
import { spareToasts, useFocusBack } from '#ui/admin/dialog/modal.tsx';
import { NotLoaded } from '#ui/admin/list/body-rows.tsx';
import { nameOf } from '#ui/form/pictures/use-library.ts';
import type { PictureDetails } from '#wire/library-picture.ts';
import { PictureForm } from './picture-form.tsx';

interface PicturePanelProps {
  id: number;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** One picture, on the right: what it shows, where it is seen, and what can be done with it. */
export function PicturePanel({ id, onOpen, onClose }: PicturePanelProps) {
  const dirty = useRef(false);
  const focusBack = useFocusBack();
  const { data, isError, error, refetch } = useQuery({
    queryKey: [adminCalls.pictures, id],
    queryFn: ({ signal }) => api.get<{ data: PictureDetails }>(`${adminCalls.pictures}/${id}`, { signal }),
  });
  const picture = data?.data;

  async function close() {
    if (!dirty.current || (await askToLeave('picture'))) onClose();
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && void close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="panel picture-panel"
          aria-describedby={undefined}
          onInteractOutside={spareToasts}
          onCloseAutoFocus={focusBack}
        >
          <header className="panel-head">
            <Dialog.Title className="dialog-title" lang="bn">
              {picture ? nameOf(picture) : 'Picture'}
            </Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close">
              <X aria-hidden="true" />
            </Dialog.Close>
          </header>
          {picture ? (
            <PictureForm
              key={picture.updated_at}
              {...{ picture, onOpen, onClose }}
              onDirty={(is) => {
                dirty.current = is;
              }}
            />
          ) : (
            <div className="panel-body">
              {isError ? (
                <NotLoaded text={messageOf(error)} onRetry={() => void refetch()} />
              ) : (
                <span className="skeleton" style={{ height: 260 }} />
              )}
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
