import { Icon } from './icon.tsx';
import { words } from './words.ts';

/** A way to talk with the vendor: what it dials or opens, and the number as readers know it. */
export interface Call {
  by: 'phone' | 'whatsapp';
  href: string;
  shown: string;
}

/** For who would rather talk than write. Where there is room, the phone's number is seen: a desk can't dial. */
export function CallLinks({ calls, kind = 'button-quiet' }: { calls: Call[]; kind?: string }) {
  if (calls.length === 0) return null;
  return (
    <div className="calls">
      {calls.map(({ by, href, shown }) => (
        <a
          key={by}
          href={href}
          rel={by === 'whatsapp' ? 'noopener noreferrer' : undefined}
          className={`button ${kind}`}
        >
          <Icon name={by} />
          {by === 'whatsapp' ? (
            <span lang="en">WhatsApp</span>
          ) : (
            <>
              <span className="call-word">{words.call}</span>
              <span className="call-number">{shown}</span>
            </>
          )}
        </a>
      ))}
    </div>
  );
}
