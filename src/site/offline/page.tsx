import { pages } from '#paths.ts';
import { offlineWords, pageWords } from '../words.ts';
import { CutThread } from './cut-thread.tsx';

/** What stands in for a page when there is no network. The worker fills the list with pages that were read before. */
export function OfflinePage() {
  return (
    <section className="band" aria-labelledby="offline-heading">
      <div className="shell lost">
        <div>
          <h1 id="offline-heading">{offlineWords.heading}</h1>
          <p>{offlineWords.line}</p>
          <div className="lost-ways">
            {/* biome-ignore lint/a11y/useValidAnchor: the empty address is that of the page that could not be fetched. */}
            <a href="" className="button button-primary">
              {offlineWords.retry}
            </a>
            <a href={pages.home} className="button button-quiet">
              {pageWords.home}
            </a>
          </div>
          <nav className="kept" aria-labelledby="kept-heading">
            <h2 id="kept-heading">{offlineWords.kept}</h2>
            <ul id="kept" />
          </nav>
        </div>
        <CutThread />
      </div>
    </section>
  );
}
