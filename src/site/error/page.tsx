import { pages } from '#paths.ts';
import { bengaliDigits } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { LostThread } from '../not-found/lost-thread.tsx';
import { failedToLoad, pageWords } from '../words.ts';

/** Where the specification has words for what could not be loaded, they stand here, the Bengali ones first. */
export function ErrorPage({ status, path }: { status: number; path: string }) {
  const failed = failedToLoad.find(({ below }) => path.startsWith(below));
  return (
    <section className="band" aria-labelledby="error-heading">
      <div className="shell lost">
        <div>
          <p className="lost-number">{bengaliDigits(status)}</p>
          <h1 id="error-heading">{failed?.bengali ?? pageWords.broken}</h1>
          <p>
            {failed && (
              <>
                <span lang="en">{failed.english}</span>
                <br />
              </>
            )}
            {pageWords.brokenLine}
          </p>
          <div className="lost-ways">
            {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of this very page */}
            <a href="" className="button button-primary">
              <Icon name="retry" />
              {pageWords.retry}
            </a>
            <a href={pages.home} className="button button-quiet">
              {pageWords.home}
            </a>
          </div>
        </div>
        <LostThread />
      </div>
    </section>
  );
}
