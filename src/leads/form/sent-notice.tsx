import { useEffect, useRef } from 'react';
import { Icon } from '#ui/site/icon.tsx';
import { words } from './words.ts';

/** Stands where the form was. It takes the focus, since the button that had it is gone. */
export function SentNotice({ focus }: { focus: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focus) return;
    box.current?.focus({ preventScroll: true });
    // It is shorter than the form was, so it may now stand above the window.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [focus]);
  return (
    <div className="notice notice-good" ref={box} tabIndex={-1}>
      <Icon name="check" />
      <div>
        <b lang="en">{words.sent}</b>
        {words.sentLine}
      </div>
    </div>
  );
}
