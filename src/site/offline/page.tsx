import { pages } from '#paths.ts';
import { offlineWords, pageWords } from '../strings.ts';

/** Shown when there is no network. The service worker fills the list with visited pages. */
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

function CutThread() {
  return (
    <svg className="thread" viewBox="0 0 300 220" fill="none" aria-hidden="true">
      <path
        d="M12 150C44 60 92 70 104 120C110 148 92 168 78 152C66 136 96 108 128 116"
        stroke="var(--flame)"
        strokeWidth="3.5"
        strokeDasharray="11 8"
        strokeLinecap="round"
      />
      <path
        d="M172 104C196 110 190 150 216 150C240 150 246 126 262 96"
        stroke="var(--flame)"
        strokeWidth="3.5"
        strokeDasharray="11 8"
        strokeLinecap="round"
      />
      <path d="M136 117L144 108M164 103L156 112" stroke="var(--flame)" strokeWidth="2.5" strokeLinecap="round" />
      <g transform="translate(262 98) rotate(-72)">
        <path d="M-6 0C-6-4.5 4-5 14-4L92 0L14 4C4 5-6 4.5-6 0Z" fill="var(--ink-2)" />
        <ellipse cx="6" rx="7" ry="1.7" fill="var(--bg)" />
      </g>
    </svg>
  );
}
