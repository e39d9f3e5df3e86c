import { bengaliDigits } from '#api/text.ts';
import { pages } from '#paths.ts';
import { Icon } from '#ui/site/icon.tsx';
import { WaysOn } from '../not-found/ways-on.tsx';
import { type failedToLoad, pageWords } from '../strings.ts';
import { TornThread } from '../torn-thread.tsx';

/** Uses the specification's messages for content that failed to load, the Bengali ones first. */
export function ErrorPage({ status, failed }: { status: number; failed: (typeof failedToLoad)[number] | undefined }) {
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
          <div className="lost-ways flow">
            {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of this very page */}
            <a href="" className="button button-primary">
              <Icon name="retry" />
              {pageWords.retry}
            </a>
            <a href={pages.home} className="button button-quiet">
              {pageWords.home}
            </a>
          </div>
          <WaysOn />
        </div>
        <LostThread />
      </div>
    </section>
  );
}

function LostThread() {
  const course =
    'M20 250C60 150 120 250 150 170C176 100 70 90 96 150C118 200 220 180 214 120C208 70 140 70 150 120C160 166 250 190 262 96';
  return <TornThread height={300} pieces={[course]} />;
}

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
          <WaysOn />
        </div>
        <LostThread />
      </div>
    </section>
  );
}
