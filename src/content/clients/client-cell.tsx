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
  return (
    <div className="client-cell">
      {client.picture ? <PictureImage picture={client.picture} alt={name} sizes={sizes} /> : <span>{name}</span>}
    </div>
  );
}
