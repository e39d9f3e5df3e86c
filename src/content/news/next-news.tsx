import { pages } from '#paths.ts';
import { bengaliDate } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { NewsCard } from './news-card.tsx';
import type { NewsAround, NewsTeaser } from './schema.ts';
import { newsStrings } from './strings.ts';

export function NextNews({ newer, older, related }: NewsAround) {
  return (
    <>
      {(newer || older) && (
        <nav className="shell news-turn" aria-label={newsStrings.around}>
          {newer && <Turn news={newer} word={newsStrings.newer} rel="prev" />}
          {older && <Turn news={older} word={newsStrings.older} rel="next" />}
        </nav>
      )}
      {related.length > 0 && (
        <section className="band later band-surface news-band" aria-labelledby="related-heading">
          <div className="shell">
            <SectionHeading
              id="related-heading"
              title={newsStrings.related}
              aside={<StitchLink href={pages.news}>{newsStrings.all}</StitchLink>}
            />
            <div className="news-grid news-related">
              {related.map((news) => (
                <NewsCard key={news.id} news={news} later />
              ))}
            </div>
          </div>
        </section>
      )}
    </>
  );
}

function Turn({ news, word, rel }: { news: NewsTeaser; word: string; rel: 'prev' | 'next' }) {
  return (
    <a href={pages.newsDetails(news.id)} rel={rel} className={`turn-${rel}`}>
      <span>
        <Icon name="arrow" />
        {word}
      </span>
      <b>{news.title}</b>
      <time dateTime={news.date}>{bengaliDate(news.date)}</time>
    </a>
  );
}
