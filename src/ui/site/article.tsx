import type { ReactNode } from 'react';
import type { Picture } from '#api/picture.ts';
import { pages } from '#paths.ts';
import { bengaliDate } from './bengali.ts';
import { Icon } from './icon.tsx';
import { Island } from './island.tsx';
import { PictureImage } from './picture-image.tsx';
import { RichContent } from './rich-content.tsx';
import { sharedStrings } from './strings.ts';

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

interface BreadcrumbProps {
  links: { href: string; text: string }[];
  here: string;
}

export function Breadcrumb({ links, here }: BreadcrumbProps) {
  return (
    <nav className="trail" aria-label={sharedStrings.breadcrumb}>
      <ol>
        {[{ href: pages.home, text: sharedStrings.home }, ...links].map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
        {/* On a phone the heading right below shows the same text. */}
        <li className="sr-only-on-phone" aria-current="page">
          {here}
        </li>
      </ol>
    </nav>
  );
}

interface ShareRowProps {
  title: string;
  address: string;
}

/** Share links, and with JavaScript a phone's own share sheet and a button to copy the URL. */
export function ShareRow({ title, address }: ShareRowProps) {
  const url = encodeURIComponent(address);
  const both = encodeURIComponent(`${title}\n${address}`);
  return (
    <div className="share">
      <div className="matra" />
      <div>
        <b>{sharedStrings.share}</b>
        <Way name={sharedStrings.shareOn.app} props={{ title, address, share: true }} onPhones>
          <circle {...line} cx="18" cy="5" r="2.5" />
          <circle {...line} cx="6" cy="12" r="2.5" />
          <circle {...line} cx="18" cy="19" r="2.5" />
          <path {...line} d="m8.2 10.7 7.6-4.4m-7.6 7 7.6 4.4" />
        </Way>
        <Way name={sharedStrings.shareOn.facebook} href={`https://www.facebook.com/sharer/sharer.php?u=${url}`}>
          <path d="M14 8.5h2.5V5H14c-2.5 0-4 1.6-4 4v2H7.5v3.5H10V22h3.6v-7.5h2.6l.6-3.5h-3.2V9.2c0-.5.2-.7.4-.7Z" />
        </Way>
        <Way name={sharedStrings.shareOn.whatsapp} href={`https://wa.me/?text=${both}`}>
          <path {...line} d="M3.5 20.5 4.8 16A8.5 8.5 0 1 1 8 19.3Z" />
          <path d="M9 7.8c.5-.5 1-.4 1.3.1l.7 1.5c.2.4.1.8-.6 1.5.6 1.3 1.5 2.2 2.8 2.8.6-.8 1-.9 1.4-.7l1.5.8c.5.3.5.8 0 1.3-.9 1-2.3 1.1-4.2 0a9.5 9.5 0 0 1-3.2-3.3c-1-1.8-.8-3.1.3-4Z" />
        </Way>
        {/* Without an app id only the Messenger app accepts a link, so the button is for phones. */}
        <Way name={sharedStrings.shareOn.messenger} href={`fb-messenger://share/?link=${url}`} onPhones>
          <path
            {...line}
            d="M12 3.5c-4.9 0-8.5 3.5-8.5 8 0 2.5 1.1 4.6 2.9 6v3l2.7-1.5c.9.3 1.9.4 2.9.4 4.9 0 8.5-3.4 8.5-7.9s-3.600-8-8.500-8Z"
          />
          <path {...line} d="m7.5 13.5 3-3.2 2.3 2 3.7-2.8" />
        </Way>
        <Way name={sharedStrings.copyLink} props={{ title, address, share: false }}>
          <path
            {...line}
            d="M10 13.5a4.5 4.5 0 0 0 6.8.5l2.7-2.7a4.5 4.5 0 0 0-6.4-6.4L11.6 6.5M14 10.5a4.5 4.5 0 0 0-6.8-.5L4.5 12.7a4.5 4.5 0 0 0 6.4 6.4l1.5-1.5"
          />
        </Way>
        <span
          id="share-status"
          className="share-status"
          role="status"
          data-copied={sharedStrings.copied}
          data-failed={sharedStrings.notCopied}
        />
      </div>
    </div>
  );
}

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const;

interface WayProps {
  name: string;
  /** Renders a button if absent. */
  href?: string;
  props?: object;
  onPhones?: boolean;
  children: ReactNode;
}

function Way({ name, href, props = {}, onPhones, children }: WayProps) {
  const className = `button button-quiet button-square${onPhones ? ' on-phones' : ''}`;
  const mark = (
    <>
      <span className="sr-only">{name}</span>
      <svg className="icon" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
        {children}
      </svg>
    </>
  );
  if (href)
    return (
      <a href={href} className={className} rel="noopener noreferrer">
        {mark}
      </a>
    );
  return (
    <Island name="copy-link" when="touch" props={props}>
      <button type="button" className={`${className} with-js`}>
        {mark}
      </button>
    </Island>
  );
}
