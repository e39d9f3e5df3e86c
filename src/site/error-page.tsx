import type { ReactNode } from 'react';
import { bengaliDigits } from '#api/text.ts';
import { contactLinks, useVendor } from '#content/settings/vendor-context.ts';
import { pages } from '#paths.ts';
import { CallLinks } from '#ui/site/call-links.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { type failedToLoad, pageWords, siteStrings } from './strings.ts';

/** Uses the specification's messages for content that failed to load, the Bengali ones first. */
export function ErrorPage({ status, failed }: { status: number; failed: (typeof failedToLoad)[number] | undefined }) {
  return (
    <DeadEnd
      id="error-heading"
      number={bengaliDigits(status)}
      title={failed?.bengali ?? pageWords.broken}
      line={
        <>
          {failed && (
            <>
              <span lang="en">{failed.english}</span>
              <br />
            </>
          )}
          {pageWords.brokenLine}
        </>
      }
      thread={lostThread}
    >
      <div className="not-found-ways flow">
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
    </DeadEnd>
  );
}

export function NotFoundPage() {
  return (
    <DeadEnd
      id="not-found-heading"
      number="৪০৪"
      title={pageWords.notFound}
      line={pageWords.notFoundLine}
      thread={lostThread}
    >
      <a href={pages.home} className="button button-primary">
        {pageWords.home}
      </a>
      <WaysOn />
    </DeadEnd>
  );
}

interface DeadEndProps {
  id: string;
  number?: string;
  title: string;
  line: ReactNode;
  thread: ReactNode;
  children: ReactNode;
}

/** A page that is not what the visitor came for: why, ways on, and a torn thread. */
export function DeadEnd({ id, number, title, line, thread, children }: DeadEndProps) {
  return (
    <section className="band" aria-labelledby={id}>
      <div className="shell not-found">
        <div>
          {number && <p className="not-found-number">{number}</p>}
          <h1 id={id}>{title}</h1>
          <p>{line}</p>
          {children}
        </div>
        {thread}
      </div>
    </section>
  );
}

const lostThread = (
  <TornThread
    height={300}
    pieces={[
      'M20 250C60 150 120 250 150 170C176 100 70 90 96 150C118 200 220 180 214 120C208 70 140 70 150 120C160 166 250 190 262 96',
    ]}
  />
);

/** For pages that aren't what the visitor came for. */
export function WaysOn() {
  return (
    <div className="not-found-more">
      <a href={pages.search} className="button button-quiet">
        <Icon name="search" />
        {siteStrings.searchSite}
      </a>
      <CallLinks calls={contactLinks(useVendor())} />
    </div>
  );
}

interface TornThreadProps {
  height: number;
  /** The courses of its pieces; the needle lies at the end of the last one. */
  pieces: string[];
  children?: ReactNode;
}

/** The drawing of a page that can't be shown. */
export function TornThread({ height, pieces, children }: TornThreadProps) {
  return (
    <svg className="thread" viewBox={`0 0 300 ${height}`} fill="none" aria-hidden="true">
      {pieces.map((course) => (
        <path
          key={course}
          d={course}
          stroke="var(--flame)"
          strokeWidth="3.5"
          strokeDasharray="11 8"
          strokeLinecap="round"
        />
      ))}
      {children}
      <Needle place="translate(262 98) rotate(-72)" />
    </svg>
  );
}

export function Needle({ place }: { place: string }) {
  return (
    <g transform={place}>
      <path d="M-6 0C-6-4.5 4-5 14-4L92 0L14 4C4 5-6 4.5-6 0Z" fill="var(--ink-2)" />
      <ellipse cx="6" rx="7" ry="1.7" fill="var(--bg)" />
    </g>
  );
}
