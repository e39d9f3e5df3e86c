import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cssTransition, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';

const life = 3000;
/** How long something can be undone from its toast. */
const undoLife = 10_000;
/** On a phone one covers as much as three elsewhere. */
const most = () => (matchMedia('(max-width: 68.74rem)').matches ? 1 : 3);

/** Says that something was done; `link` leads to where visitors see it. */
export function notifyDone(message: string, link?: string): void {
  show(
    <>
      {message}
      {link && (
        <a href={link} target="_blank" rel="noopener">
          View on site
        </a>
      )}
    </>,
    { role: 'status', icon: <CircleCheck /> },
  );
}

/** Who comes in is greeted where the topbar ends, in the room above every screen: it covers nothing. */
export function notifySignedIn(): void {
  // What was said before, as that one has to sign in first, is done with.
  toast.dismiss();
  show('Signed in successfully', {
    role: 'status',
    icon: <CircleCheck />,
    className: 'toast toast-slim',
    closeButton: false,
  });
}

/** `line` says it in Bengali, where the page does. */
export function notifyFailed(message: string, line?: string): void {
  const [what, advice] = message.split('\n');
  show(
    <>
      <span>{what}</span>
      {advice && <span className="toast-line">{advice}</span>}
      {line && (
        <span className="toast-line" lang="bn">
          {line}
        </span>
      )}
    </>,
    { role: 'alert', icon: <TriangleAlert />, className: 'toast toast-bad' },
  );
}

/** Says that something was done, and offers the way back. */
export function notifyUndoable(message: string, undo: () => void): void {
  const id = show(
    <>
      {message}
      <button
        type="button"
        onClick={({ currentTarget }) => {
          // It goes, and the focus with it: what is done next says where to.
          currentTarget.blur();
          toast.dismiss(id);
          undo();
        }}
      >
        Undo
      </button>
    </>,
    { role: 'status', icon: <CircleCheck />, autoClose: undoLife },
  );
}

function show(content: ReactNode, options: ToastOptions): string | number {
  const id = `toast-${++count}`;
  // The time stands still while somebody is inside it, not only while somebody points at it.
  const hold = { onFocus: () => toast.pause({ id }), onBlur: () => toast.play({ id }) };
  open.add(id);
  // What is new is said at once; the oldest one makes room for it.
  for (const oldest of [...open].slice(0, -most())) toast.dismiss(oldest);
  return toast(
    <div className="toast-words" {...hold}>
      {content}
    </div>,
    {
      toastId: id,
      autoClose: life,
      className: 'toast',
      closeButton: ({ closeToast }) => (
        <button type="button" className="icon-button" aria-label="Close" {...hold} onClick={closeToast}>
          <X aria-hidden="true" />
        </button>
      ),
      onClose: () => open.delete(id),
      ...options,
    },
  );
}

let count = 0;
/** The toasts that can be seen, the oldest first. */
const open = new Set<string>();

/** The corner where toasts come up; see `notices.css`. Stands once at the root. */
export function Notices() {
  const notices = useRef<HTMLDivElement>(null);
  useEffect(() => makeRoomFor(notices.current), []);
  return (
    <div ref={notices}>
      <ToastContainer
        position="top-right"
        transition={rise}
        draggable={false}
        pauseOnHover
        pauseOnFocusLoss
        closeOnClick={false}
        aria-label="Notices"
      />
    </div>
  );
}

const rise = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapse: false });

/**
 * Tells style sheets how high the toasts are, and the foot of the panel that they stand on: on a phone the panel's body
 * ends above them, so that they lie over nothing that somebody wants to touch, and nothing moves under the thumb.
 */
function makeRoomFor(notices: HTMLElement | null): () => void {
  const observer = new MutationObserver(() => {
    const toasts = notices?.querySelector<HTMLElement>('.Toastify__toast-container')?.offsetHeight ?? 0;
    const foot = document.querySelector<HTMLElement>('.panel > footer, .panel-foot')?.offsetHeight ?? 0;
    document.documentElement.style.setProperty('--toasts', `${toasts}px`);
    document.documentElement.style.setProperty('--panel-foot', `${foot}px`);
  });
  if (notices) observer.observe(notices, { childList: true, subtree: true });
  return () => observer.disconnect();
}
