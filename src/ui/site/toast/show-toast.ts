/** A message that disappears by itself. */
export interface Toast {
  id: number;
  kind: 'good' | 'bad';
  /** The specification's English text. */
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

/** Several islands may mount the toasts: the first one renders them for all. */
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
