import { pages } from '#paths.ts';
import { MissingPicture } from '#ui/site/alpona.tsx';
import { bengaliDate, cutText } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { PictureImage } from '#ui/site/picture-image.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import type { NewsTeaser } from './kind.server.ts';

const limits = { short_title: 68, title: 40, description: 168 } as const;

interface NewsCardProps {
  news: NewsTeaser;
  /** The first card of a page is `lead`; the last is `wide`. */
  shape?: 'lead' | 'wide' | undefined;
  level?: 'h2' | 'h3' | undefined;
  /** Above the fold: its picture loads eagerly. */
  first?: boolean;
  /** Below the fold: rendered lazily (`content-visibility`). */
  later?: boolean;
}

const sizes = '(min-width: 1264px) 384px, (min-width: 1024px) 31vw, (min-width: 760px) 46vw, 112px';
const leadSizes = '(min-width: 1264px) 800px, (min-width: 1024px) 65vw, calc(100vw - 36px)';

export function NewsCard({ news, shape, level: Heading = 'h3', first = false, later = false }: NewsCardProps) {
  return (
    <article className={`news-card${shape ? ` news-${shape}` : ''}${later ? ' later' : ''}`}>
      {news.picture ? (
        <div className="picture">
          <PictureImage picture={news.picture} alt="" sizes={shape === 'lead' ? leadSizes : sizes} eager={first} />
        </div>
      ) : (
        <MissingPicture />
      )}
      <div className="news-head">
        <p className="date-line row">
          <Icon name="calendar" />
          <time dateTime={news.date}>{bengaliDate(news.date)}</time>
        </p>
        <p className="kicker">{cutText(news.short_title, limits.short_title)}</p>
        <Heading className="news-title">{cutText(news.title, limits.title)}</Heading>
      </div>
      <div className="news-rest">
        <p>{cutText(news.description, limits.description)}</p>
        <StitchLink href={pages.newsDetails(news.id)} about={news.title}>
          আরও পড়ুন
        </StitchLink>
      </div>
    </article>
  );
}

export const newsStrings = {
  heading: 'খবর ও ঘোষণা',
  loadMore: 'Load More',
  loading: 'Loading...',
} as const;
