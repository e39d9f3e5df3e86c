import { ArrowLeft, ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { LibraryPicture } from '#api/picture.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { Empty, Failed, SearchBox } from '#ui/table/table.tsx';
import { type Library, pictureName, useLibrary } from './use-library.ts';
import './pictures.css';

interface PictureGridProps {
  library: Library;
  onChoose: (picture: LibraryPicture) => void;
  /** The text of the empty state. */
  emptyHint: string;
}

/** A grid of the library's pictures as buttons, with infinite loading. */
export function PictureGrid({ library: { query, pictures }, onChoose, emptyHint }: PictureGridProps) {
  if (query.isError && !pictures) return <Failed what="library" onRetry={query.refetch} />;
  if (!pictures) return <Waiting />;
  if (pictures.length === 0) return <Empty hint={emptyHint} />;
  return (
    <>
      <ul className="picture-grid" data-stale={query.isPlaceholderData || undefined}>
        {pictures.map((picture) => (
          <li key={picture.id}>
            <button type="button" className="picture-tile" onClick={() => onChoose(picture)}>
              <Small picture={picture} />
              <span className="picture-name" lang="bn">
                {pictureName(picture)}
              </span>
              {!picture.used && !picture.deleted_at && <span className="picture-mark">Not used</span>}
            </button>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <p className="picture-more">
          <button
            type="button"
            className="button button-quiet"
            aria-busy={query.isFetchingNextPage}
            onClick={() => query.isFetchingNextPage || void query.fetchNextPage()}
          >
            {query.isFetchingNextPage && <Spinner />}
            Show more
          </button>
        </p>
      )}
    </>
  );
}

/** Decorative: the name beside it describes it. */
function Small({ picture: { image, image_srcset, focus } }: { picture: LibraryPicture }) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <span className="picture-small center">
        <ImageOff />
      </span>
    );
  }
  return (
    <img
      className="picture-small center"
      src={image}
      {...(image_srcset && { srcSet: image_srcset, sizes: '160px' })}
      alt=""
      loading="lazy"
      decoding="async"
      style={focus ? { objectPosition: `${focus.x * 100}% ${focus.y * 100}%` } : undefined}
      onError={() => setBroken(true)}
    />
  );
}

function Waiting() {
  return (
    <div className="picture-grid" aria-busy="true">
      <span className="sr-only" role="status">
        Loading the library
      </span>
      {places.map((place) => (
        <span key={place} className="skeleton picture-waiting" />
      ))}
    </div>
  );
}

const places = [1, 2, 3, 4, 5, 6];

export interface PickerProps {
  onPick: (picture: LibraryPicture) => void;
  onClose: () => void;
}

export default function Picker({ onPick, onClose }: PickerProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<LibraryPicture | null>(null);
  const library = useLibrary({ search });

  if (chosen) {
    return (
      <Modal title={pictureName(chosen)} wide onClose={onClose}>
        <div className="picture-large center">
          <img src={chosen.image} alt="" width={chosen.width} height={chosen.height} />
        </div>
        <p className="note">{chosen.alt || 'Nothing is said yet about what it shows.'}</p>
        <div className="picture-ways">
          <button type="button" className="button button-quiet" onClick={() => setChosen(null)}>
            <ArrowLeft />
            All pictures
          </button>
        </div>
        <DialogButtons onCancel={onClose}>
          <button type="button" className="button button-primary" onClick={() => onPick(chosen)}>
            Use this picture
          </button>
        </DialogButtons>
      </Modal>
    );
  }
  return (
    <Modal title="Choose from the library" wide onClose={onClose}>
      <div className="picker-search">
        <SearchBox
          query={search}
          onSearch={setSearch}
          label="Search the library"
          placeholder="Name, or what it shows"
        />
      </div>
      <PictureGrid
        library={library}
        onChoose={setChosen}
        emptyHint={search ? 'Nothing matches. Change the search.' : 'What is uploaded anywhere is kept here.'}
      />
    </Modal>
  );
}
