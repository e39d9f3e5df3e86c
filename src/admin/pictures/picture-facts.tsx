import { Link } from 'react-router';
import type { PictureDetails } from '#api/library-picture.ts';
import { formatBytes } from '#cms/pictures/read-picture.ts';
import { formatAge } from '#ui/admin/dates.ts';

export function PictureFacts({ picture, onOpen }: { picture: PictureDetails; onOpen: (id: number) => void }) {
  const { uses, width, height, size, uploaded_at, uploaded_by, cropped_from } = picture;
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
        {width} × {height} pixels, {formatBytes(size)}. Uploaded {formatAge(uploaded_at)}
        {uploaded_by ? ` by ${uploaded_by}` : ''}.{' '}
        {cropped_from && (
          <button type="button" className="stitch-button" onClick={() => onOpen(cropped_from)}>
            Part of a larger picture
          </button>
        )}
      </p>
    </>
  );
}

function unused({ deleted_at, kept }: PictureDetails): string {
  if (deleted_at) return 'Deleted. It can be brought back for 30 days.';
  return kept
    ? 'Nowhere. It stays here until it is deleted.'
    : 'Nowhere any more. It came with a record, and is removed by itself after 30 days.';
}
