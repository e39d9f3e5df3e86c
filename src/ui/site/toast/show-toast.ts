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
const listeners = new Set<Listener>();

export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  publish([...toasts, { ...toast, id: lastId }].slice(-most));
}

export function dropToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

export function followToasts(listener: Listener): () => void {
  listeners.add(listener);
  listener(toasts);
  return () => listeners.delete(listener);
}

function publish(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener(toasts);
}
