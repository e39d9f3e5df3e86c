import { PictureImage } from '#ui/site/picture-image.tsx';
import type { Client } from './schema.ts';
import { words } from './words.ts';

/** A logo on paper; the name alone where there is no logo. */
export function ClientCell({ client }: { client: Client }) {
  const name = client.title || words.nameless;
  return (
    <div className="client-cell">
      {client.picture ? (
        <PictureImage
          picture={client.picture}
          alt={name}
          sizes="(min-width: 1024px) 94px, (min-width: 600px) 22vw, 34vw"
        />
      ) : (
        <span>{name}</span>
      )}
    </div>
  );
}
