import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icon.tsx';
import { sharedStrings } from './strings.ts';

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

/** A message that disappears by itself. */
interface Toast {
  id: number;
  kind: 'good' | 'bad';
  /** The specification's English text. */
  title: string;
  line: string;
}

type Listener = (toasts: Toast[]) => void;

const maxToasts = 3;
let toasts: Toast[] = [];
let lastId = 0;
let corner: Listener | null = null;

export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  publish([...toasts, { ...toast, id: lastId }].slice(-maxToasts));
}

function dropToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

/** Several islands may mount the toasts: the first one renders them for all. */
function followToasts(listener: Listener): () => void {
  if (corner) return () => undefined;
  corner = listener;
  listener(toasts);
  return () => {
    corner = null;
  };
}

function publish(next: Toast[]): void {
  toasts = next;
  corner?.(toasts);
}
