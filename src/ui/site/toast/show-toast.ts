/** What the reader should hear of once: it leaves by itself. */
export interface Toast {
  id: number;
  kind: 'good' | 'bad';
  /** A text of the specification, in English. */
  title: string;
  line: string;
}

type Listener = (toasts: Toast[]) => void;

const most = 3;
let toasts: Toast[] = [];
let lastId = 0;
let corner: Listener | null = null;

export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  publish([...toasts, { ...toast, id: lastId }].slice(-most));
}

export function dropToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

/** Several islands of a page may bring the corner of the toasts: the first one draws them for all. */
export function followToasts(listener: Listener): () => void {
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
