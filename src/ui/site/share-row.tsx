import type { ReactNode } from 'react';
import { Island } from './island.tsx';
import { sharedStrings } from './strings.ts';

interface ShareRowProps {
  title: string;
  address: string;
}

/** Share links, and with JavaScript a button to copy the URL. */
export function ShareRow({ title, address }: ShareRowProps) {
  const url = encodeURIComponent(address);
  const text = encodeURIComponent(title);
  const both = encodeURIComponent(`${title}\n${address}`);
  return (
    <div className="share">
      <div className="matra" />
      <div>
        <b>{sharedStrings.share}</b>
        <Place name={sharedStrings.shareOn.facebook} href={`https://www.facebook.com/sharer/sharer.php?u=${url}`}>
          <path d="M14 8.5h2.5V5H14c-2.5 0-4 1.6-4 4v2H7.5v3.5H10V22h3.6v-7.5h2.6l.6-3.5h-3.2V9.2c0-.5.2-.7.4-.7Z" />
        </Place>
        <Place name={sharedStrings.shareOn.x} href={`https://x.com/intent/post?url=${url}&text=${text}`}>
          <path {...line} d="M4.5 4.5 19.5 19.5M19 4.5 5 19.5" />
        </Place>
        <Place name={sharedStrings.shareOn.whatsapp} href={`https://wa.me/?text=${both}`}>
          <path {...line} d="M3.5 20.5 4.8 16A8.5 8.5 0 1 1 8 19.3Z" />
          <path d="M9 7.8c.5-.5 1-.4 1.3.1l.7 1.5c.2.4.1.8-.6 1.5.6 1.3 1.5 2.2 2.8 2.8.6-.8 1-.9 1.4-.7l1.5.8c.5.3.5.8 0 1.3-.9 1-2.3 1.1-4.2 0a9.5 9.5 0 0 1-3.2-3.3c-1-1.8-.8-3.1.3-4Z" />
        </Place>
        {/* Without an app id only the Messenger app accepts a link, so the button is for phones. */}
        <Place name={sharedStrings.shareOn.messenger} href={`fb-messenger://share/?link=${url}`} onPhones>
          <path
            {...line}
            d="M12 3.5c-4.9 0-8.5 3.5-8.5 8 0 2.5 1.1 4.6 2.9 6v3l2.7-1.5c.9.3 1.9.4 2.9.4 4.9 0 8.5-3.4 8.5-7.9s-3.600-8-8.500-8Z"
          />
          <path {...line} d="m7.5 13.5 3-3.2 2.3 2 3.7-2.8" />
        </Place>
        <Island name="copy-link" when="touch" props={{ title, address }}>
          <button
            type="button"
            className="button button-quiet button-square with-js"
            aria-label={sharedStrings.copyLink}
          >
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path
                {...line}
                d="M10 13.5a4.5 4.5 0 0 0 6.8.5l2.7-2.7a4.5 4.5 0 0 0-6.4-6.4L11.6 6.5M14 10.5a4.5 4.5 0 0 0-6.8-.5L4.5 12.7a4.5 4.5 0 0 0 6.4 6.4l1.5-1.5"
              />
            </svg>
          </button>
        </Island>
        <span
          id="share-said"
          className="share-said"
          role="status"
          data-copied={sharedStrings.copied}
          data-failed={sharedStrings.notCopied}
        />
      </div>
    </div>
  );
}

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const;

interface PlaceProps {
  name: string;
  href: string;
  onPhones?: boolean;
  children: ReactNode;
}

function Place({ name, href, onPhones, children }: PlaceProps) {
  const className = `button button-quiet button-square${onPhones ? ' on-phones' : ''}`;
  return (
    <a href={href} className={className} rel="noopener noreferrer">
      <span className="sr-only">{name}</span>
      <svg className="icon" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
        {children}
      </svg>
    </a>
  );
}
