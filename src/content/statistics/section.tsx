import { Alpona } from '#ui/site/alpona.tsx';
import { bengaliCount } from '#ui/site/bengali.ts';
import { PictureImage } from '#ui/site/picture-image.tsx';
import type { Statistic } from './kind.server.ts';

export function StatisticsSection({ statistics }: { statistics: Statistic[] }) {
  return (
    <section className="figures later on-dark" aria-label={statisticStrings.label}>
      <div className="shell">
        {/* More than four scroll on a phone; focusable, so that the keyboard can scroll them. */}
        <ul
          className={sizeOf(statistics)}
          tabIndex={statistics.length > 4 ? 0 : undefined}
          aria-label={statisticStrings.label}
        >
          {statistics.map((statistic) => (
            <Figure key={statistic.id} statistic={statistic} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Figure({ statistic }: { statistic: Statistic }) {
  const { statistics_count: count, statistics_title, picture } = statistic;
  return (
    <li data-id={statistic.id}>
      <div className="medallion center">
        <svg viewBox="0 0 60 60" aria-hidden="true">
          <circle cx="30" cy="30" r="28.9" />
        </svg>
        {picture ? <PictureImage picture={picture} alt="" sizes="32px" /> : <Alpona />}
      </div>
      <div>
        <b>{bengaliCount(count)}</b>
        <span>{statistics_title}</span>
      </div>
    </li>
  );
}

/** Font size by the longest figure, so that no number wraps. */
function sizeOf(statistics: Statistic[]): string | undefined {
  const longest = Math.max(...statistics.map((statistic) => longestWord(bengaliCount(statistic.statistics_count))));
  if (longest < 9) return undefined;
  return longest < 11 ? 'figures-9' : longest < 13 ? 'figures-11' : 'figures-13';
}

function longestWord(text: string): number {
  return Math.max(...text.split(/\s+/).map((word) => word.length));
}

export const statisticStrings = { label: 'এক নজরে' } as const;
