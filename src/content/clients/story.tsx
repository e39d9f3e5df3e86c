import type { ReactNode } from 'react';
import { pages } from '#paths.ts';
import { Breadcrumb } from '#ui/site/breadcrumb.tsx';
import { PictureImage } from '#ui/site/picture-image.tsx';
import { RichContent } from '#ui/site/rich-content.tsx';
import { ShareRow } from '#ui/site/share-row.tsx';
import type { ClientWithStory } from './schema.ts';
import { clientStrings } from './strings.ts';

interface ClientStoryProps {
  client: ClientWithStory;
  address: string;
  quote: ReactNode;
}

export function ClientStory({ client, address, quote }: ClientStoryProps) {
  const name = client.title || clientStrings.nameless;
  const about = [client.kind, client.district && clientStrings.district(client.district)].filter(Boolean).join(' · ');
  return (
    <div className="article-page">
      <div className="shell">
        <article className="article" aria-labelledby="client-heading">
          <Breadcrumb links={[{ href: pages.clients, text: clientStrings.heading }]} here={name} />
          <div className="matra" />
          <div className="client-head">
            {client.picture && (
              <div className="client-cell">
                <PictureImage picture={{ ...client.picture, alt: '' }} alt="" sizes="76px" eager />
              </div>
            )}
            <div>
              {about && <p className="kicker">{about}</p>}
              <h1 id="client-heading" className="article-title">
                {name}
              </h1>
            </div>
          </div>
          <RichContent html={client.story} under={1} />
          {quote}
          <ShareRow title={name} address={address} />
        </article>
      </div>
    </div>
  );
}
