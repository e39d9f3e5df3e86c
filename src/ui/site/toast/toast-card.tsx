import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { words } from '../words.ts';
import { dropToast, type Toast } from './show-toast.ts';

const life = 3000;

/** Its time stands still while the reader points at it or is inside it. */
export function ToastCard({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false);
  const left = useRef(life);

  useEffect(() => {
    if (paused) return;
    const started = Date.now();
    const timer = setTimeout(() => dropToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - started;
    };
  }, [paused, toast.id]);

  const hold = {
    onPointerEnter: () => setPaused(true),
    onPointerLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: () => setPaused(false),
  };
  return (
    <div className={`toast toast-${toast.kind}`} data-paused={paused || undefined} {...hold}>
      <Icon name={toast.kind === 'good' ? 'check' : 'warning'} />
      <div>
        <b lang="en">{toast.title}</b>
        {toast.line}
      </div>
      <button type="button" className="icon-button" aria-label={words.close} onClick={() => dropToast(toast.id)}>
        <Icon name="close" />
      </button>
      <i />
    </div>
  );
}
