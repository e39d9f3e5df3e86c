import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../icon.tsx';
import { sharedStrings } from '../strings.ts';
import { dropToast, followToasts, type Toast } from './show-toast.ts';

/** The container of toasts. Its two live regions are mounted before the first message. */
export function Toasts() {
  const [toasts, setToasts] = useState<Toast[] | null>(null);
  useEffect(() => followToasts(setToasts), []);
  if (!toasts) return null;
  const cards = (kind: Toast['kind']) =>
    toasts.filter((toast) => toast.kind === kind).map((toast) => <ToastCard key={toast.id} toast={toast} />);
  return createPortal(
    <section className="toasts" aria-label={sharedStrings.notices}>
      <div role="status">{cards('good')}</div>
      <div role="alert">{cards('bad')}</div>
    </section>,
    document.body,
  );
}

const life = 3000;

/** Hover and focus pause its timeout. */
function ToastCard({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false);
  const remaining = useRef(life);

  useEffect(() => {
    if (paused) return;
    const started = performance.now();
    const timer = setTimeout(() => dropToast(toast.id), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - started;
    };
  }, [paused, toast.id]);

  const pauseHandlers = {
    onPointerEnter: () => setPaused(true),
    onPointerLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: () => setPaused(false),
  };
  return (
    <div className={`toast toast-${toast.kind}`} data-paused={paused || undefined} {...pauseHandlers}>
      <Icon name={toast.kind === 'good' ? 'check' : 'warning'} />
      <div>
        <b lang="en">{toast.title}</b>
        {toast.line}
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={sharedStrings.close}
        onClick={() => dropToast(toast.id)}
      >
        <Icon name="close" />
      </button>
      <i />
    </div>
  );
}
