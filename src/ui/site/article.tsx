import type { ReactNode } from 'react';
import type { Picture } from '#api/picture.ts';
import { bengaliDate } from './bengali.ts';
import { Icon } from './icon.tsx';
import { PictureImage } from './picture-image.tsx';
import { RichContent } from './rich-content.tsx';

interface ArticleProps {
  id: string;
  date: string;
  shortTitle?: string;
  title: string;
  lede: string;
  picture: Picture | null;
  description?: string;
  /** Sanitized by the server. */
  content: string;
  /** 2 if the page has a heading above it. */
  level?: 1 | 2;
  before?: ReactNode;
  after?: ReactNode;
}

export function Article({ id, level = 1, before, after, ...text }: ArticleProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <article className="article" aria-labelledby={id}>
      {before}
      {level === 1 && <div className="matra" />}
      <p className="date-line row">
        <Icon name="calendar" />
        <time dateTime={text.date}>{bengaliDate(text.date)}</time>
      </p>
      {text.shortTitle && <p className="kicker">{text.shortTitle}</p>}
      <Heading id={id} className="article-title">
        {text.title}
      </Heading>
      {text.lede && <p className="article-lede">{text.lede}</p>}
      {text.picture && (
        <div className="picture">
          <PictureImage picture={text.picture} alt="" sizes="(min-width: 760px) 712px, 100vw" eager />
        </div>
      )}
      {text.description && <p className="article-lede">{text.description}</p>}
      <RichContent html={text.content} under={level} />
      {after}
    </article>
  );
}
