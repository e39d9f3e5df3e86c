import { Icon } from './icon.tsx';
import { sharedStrings } from './strings.ts';

export interface CallLink {
  by: 'phone' | 'whatsapp';
  href: string;
  shown: string;
}

/** Phone and chat links. A wide window shows the number, as a desktop can't dial. */
export function CallLinks({ calls, kind = 'button-quiet' }: { calls: CallLink[]; kind?: string }) {
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
            <span>হোয়াটসঅ্যাপ</span>
          ) : (
            <>
              <span className="call-word">{sharedStrings.call}</span>
              <span className="call-number">{shown}</span>
            </>
          )}
        </a>
      ))}
    </div>
  );
}
