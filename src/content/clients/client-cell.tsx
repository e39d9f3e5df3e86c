import { pages } from '#paths.ts';
import { PictureImage } from '#ui/site/picture-image.tsx';
import type { Client } from './schema.ts';
import { clientStrings } from './strings.ts';

interface ClientCellProps {
  client: Client;
  sizes: string;
}

export function ClientCell({ client, sizes }: ClientCellProps) {
  const name = client.title || clientStrings.nameless;
  // The client's own name overrides the library's alternative text.
  const picture = client.picture && client.title ? { ...client.picture, alt: client.title } : client.picture;
  const logo = picture ? <PictureImage picture={picture} alt={name} sizes={sizes} /> : <span>{name}</span>;
  if (!client.has_story) {
    return (
      <div className="client-cell center" data-id={client.id}>
        {logo}
      </div>
    );
  }
  return (
    <a href={pages.clientStory(client.id)} className="client-cell center client-told">
      {logo}
      <b>
        <span className="sr-only">: </span>
        {clientStrings.story}
      </b>
    </a>
  );
}
