import { bengaliDigits } from '#api/text.ts';
import { pages } from '#paths.ts';
import { Icon } from '#ui/site/icon.tsx';
import { WaysOn } from '../not-found/ways-on.tsx';
import { type failedToLoad, pageWords } from '../strings.ts';

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
  return (
    <svg className="thread" viewBox="0 0 300 300" fill="none" aria-hidden="true">
      <path
        d="M20 250C60 150 120 250 150 170C176 100 70 90 96 150C118 200 220 180 214 120C208 70 140 70 150 120C160 166 250 190 262 96"
        stroke="var(--flame)"
        strokeWidth="3.5"
        strokeDasharray="11 8"
        strokeLinecap="round"
      />
      <g transform="translate(262 98) rotate(-72)">
        <path d="M-6 0C-6-4.5 4-5 14-4L92 0L14 4C4 5-6 4.5-6 0Z" fill="var(--ink-2)" />
        <ellipse cx="6" rx="7" ry="1.7" fill="var(--bg)" />
      </g>
    </svg>
  );
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
