import { PictureImage } from '#ui/site/picture-image.tsx';
import type { Client } from './schema.ts';
import { words } from './words.ts';

interface ClientCellProps {
  client: Client;
  /** How wide the logo is, in the window's widths. */
  sizes: string;
}

/** A logo on paper; the name alone where there is no logo. */
export function ClientCell({ client, sizes }: ClientCellProps) {
  const name = client.title || words.nameless;
  // A client's own name stands over what the library says of its logo.
  const picture = client.picture && client.title ? { ...client.picture, alt: client.title } : client.picture;
  return (
    <div className="client-cell">
      {picture ? <PictureImage picture={picture} alt={name} sizes={sizes} /> : <span>{name}</span>}
    </div>
  );
}
