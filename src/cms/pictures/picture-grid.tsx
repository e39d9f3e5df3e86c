import './pictures.css';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { LibraryPicture } from '#api/picture.ts';
import { Spinner } from '#ui/admin/spinner.tsx';
import { Empty, Failed } from '#ui/table/body-rows.tsx';
import { type Library, pictureName } from './use-library.ts';

interface PictureGridProps {
  library: Library;
  onChoose: (picture: LibraryPicture) => void;
  /** The text of the empty state. */
  emptyHint: string;
}

/** A grid of the library's pictures as buttons, with infinite loading. */
export function PictureGrid({ library: { query, pictures }, onChoose, emptyHint }: PictureGridProps) {
  if (query.isError && !pictures) return <Failed what="library" onRetry={() => void query.refetch()} />;
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
