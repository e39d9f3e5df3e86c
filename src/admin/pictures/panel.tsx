import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { PictureDetails } from '#api/library-picture.ts';
import { pictureName } from '#cms/pictures/use-library.ts';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { messageOf } from '#ui/admin/calls/call-error.ts';
import { askToLeave } from '#ui/admin/dialog/ask.ts';
import { Panel } from '#ui/admin/dialog/panel.tsx';
import { NotLoaded } from '#ui/table/body-rows.tsx';
import { PictureForm } from './picture-form.tsx';

interface PicturePanelProps {
  id: number;
  onOpen: (id: number) => void;
  onClose: () => void;
}

export function PicturePanel({ id, onOpen, onClose }: PicturePanelProps) {
  const dirty = useRef(false);
  const { data, isError, error, refetch } = useQuery({
    queryKey: [adminCalls.pictures, id],
    queryFn: ({ signal }) => api.get<{ data: PictureDetails }>(`${adminCalls.pictures}/${id}`, { signal }),
  });
  const picture = data?.data;

  async function close() {
    if (!dirty.current || (await askToLeave('picture'))) onClose();
  }

  return (
    <Panel title={picture ? pictureName(picture) : 'Picture'} named onClose={() => void close()}>
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
    </Panel>
  );
}
