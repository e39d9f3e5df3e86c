import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { words } from '../words.ts';
import { followToasts, type Toast } from './show-toast.ts';
import { ToastCard } from './toast-card.tsx';

/** The corner where toasts come up. Its two live regions stand ready before anything is said in them. */
export function Toasts() {
  const [toasts, setToasts] = useState<Toast[] | null>(null);
  useEffect(() => followToasts(setToasts), []);
  if (!toasts) return null;
  const good = toasts.filter((toast) => toast.kind === 'good');
  const bad = toasts.filter((toast) => toast.kind === 'bad');
  return createPortal(
    <section className="toasts" aria-label={words.notices}>
      <div role="status">
        {good.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="alert">
        {bad.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </section>,
    document.body,
  );
}
