import { pages } from '#paths.ts';
import { bengaliDigits } from '#ui/site/bengali.ts';
import { LostThread } from '../not-found/lost-thread.tsx';
import { pageWords } from '../words.ts';

export function ErrorPage({ status, path }: { status: number; path: string }) {
  const loading = path === pages.downloads || path.includes('/details/');
  return (
    <section className="band" aria-labelledby="error-heading">
      <div className="shell lost">
        <div>
          <p className="lost-number">{bengaliDigits(status)}</p>
          <h1 id="error-heading">{pageWords.broken}</h1>
          {loading && <p lang="en">{pageWords.failedToLoad}</p>}
          <p>{pageWords.brokenLine}</p>
          <a href={pages.home} className="button button-green">
            {pageWords.home}
          </a>
        </div>
        <LostThread />
      </div>
    </section>
  );
}
