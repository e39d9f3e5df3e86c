import { bengaliCount } from '#ui/site/bengali.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { Icon } from '#ui/site/icon.tsx';
import { PictureImage } from '#ui/site/picture-image.tsx';
import type { Statistic } from './schema.ts';
import { words } from './words.ts';

export function StatisticsSection({ statistics }: { statistics: Statistic[] }) {
  return (
    <section className="figures on-dark py-11 lg:py-14" aria-label={words.label}>
      <div className="shell">
        {statistics.length === 0 ? (
          <EmptyState />
        ) : (
          <ul>
            {statistics.map((statistic) => (
              <Figure key={statistic.id} statistic={statistic} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Figure({ statistic: { count, title, picture } }: { statistic: Statistic }) {
  return (
    <li>
      <div className="medallion">
        <svg viewBox="0 0 60 60" aria-hidden="true">
          <circle cx="30" cy="30" r="28.9" />
        </svg>
        {picture ? (
          <PictureImage picture={picture} alt="" sizes="32px" />
        ) : (
          <Icon name="alpona" className="medallion-alpona" />
        )}
      </div>
      <div>
        <b>{bengaliCount(count)}</b>
        <span>{title}</span>
      </div>
    </li>
  );
}
