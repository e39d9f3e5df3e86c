import { ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { leadPage } from '#paths.ts';
import type { Duplicates } from '../schema.ts';
import { Twin, wayInWords } from './panel/duplicates.tsx';

/** The leads that may be the same as the one that is about to be added; each opens beside it. */
export function AlreadyThere({ twins }: { twins: Duplicates['data'] }) {
  const notice = useRef<HTMLElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section className="notice notice-draft already-there" role="alert" ref={notice}>
      <p>
        <b>{twins.length === 1 ? 'This lead may be the same.' : 'These leads may be the same.'}</b> Nothing was added
        yet.
      </p>
      <ul className="twins">
        {twins.map(({ by, lead }) => (
          <Twin key={lead.id} lead={lead} label={wayInWords[by]}>
            <a className="button button-quiet button-small" href={leadPage(lead.id)} target="_blank" rel="noopener">
              <ExternalLink aria-hidden="true" />
              Open
              <span className="sr-only">
                {' '}
                {lead.institute_name}, {lead.name}, in a new tab
              </span>
            </a>
          </Twin>
        ))}
      </ul>
    </section>
  );
}
