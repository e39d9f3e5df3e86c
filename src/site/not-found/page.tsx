import { pages } from '#paths.ts';
import { pageWords } from '../words.ts';
import { LostThread } from './lost-thread.tsx';

export function NotFoundPage() {
  return (
    <section className="band" aria-labelledby="lost-heading">
      <div className="shell lost">
        <div>
          <p className="lost-number">৪০৪</p>
          <h1 id="lost-heading">{pageWords.notFound}</h1>
          <p>{pageWords.notFoundLine}</p>
          <a href={pages.home} className="button button-primary">
            {pageWords.home}
          </a>
        </div>
        <LostThread />
      </div>
    </section>
  );
}
