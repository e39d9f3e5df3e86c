import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cssTransition, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import { t } from '#i18n/text.ts';
import { messageOf, type Written } from './calls/api.ts';
import { createStore, useStore } from './store.ts';

const life = 3000;
/** How long an action can be undone from its toast, in milliseconds. */
const undoLife = 10_000;
/** On a phone one toast covers as much as three elsewhere. */
const maxToasts = () => (matchMedia('(max-width: 63.99rem)').matches ? 1 : 3);

const good: ToastOptions = { role: 'status', icon: <CircleCheck /> };
const bad: ToastOptions = { role: 'alert', icon: <TriangleAlert />, className: 'toast toast-bad' };

/** Reports success; `link` leads to the page that visitors see. */
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
    good,
  );
}

/** Shown at the end of the topbar, where it covers nothing. */
export function notifySignedIn(): void {
  // Toasts from before the sign-in are obsolete.
  toast.dismiss();
  show(t('Signed in successfully'), {
    ...good,
    className: 'toast toast-slim',
    closeButton: false,
  });
}

/** `line` is the Bengali text on Bengali pages. */
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
    bad,
  );
}

/** A browser keeps that a script did not come until the page is loaded anew. */
export function notifyNotLoaded(): void {
  show(
    <>
      <span>What you opened could not be loaded. What you typed is kept.</span>
      <button type="button" onClick={() => location.reload()}>
        Reload
      </button>
    </>,
    { ...bad, autoClose: undoLife },
  );
}

export function notifyError(error: unknown): void {
  notifyFailed(messageOf(error));
}

/** Shows why a call failed; null then. */
export function notifyFailure<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error) => {
    notifyError(error);
    return null;
  });
}

/** Shows the message of a call, or why it failed; null then. */
export async function notifyResult<T>(call: Promise<Written<T>>): Promise<Written<T> | null> {
  const answer = await notifyFailure(call);
  if (answer) notifyDone(answer.message);
  return answer;
}

export function notifyUndoable(message: string, undo: () => void): void {
  const id = show(
    <>
      {message}
      <button
        type="button"
        onClick={({ currentTarget }) => {
          // The toast and its focus go; the next action decides where the focus goes.
          currentTarget.blur();
          toast.dismiss(id);
          undo();
        }}
      >
        Undo
      </button>
    </>,
    { ...good, autoClose: undoLife },
  );
}

/** Tells what somebody else changed in a record that was saved after them. On a phone it replaces the message of the save. */
export function notifyMerged(changes: string[], isSaved: boolean): void {
  const told = changes.join(', ');
  const saved =
    changes.length > 1 ? t`${told} meanwhile; all changes are saved.` : t`${told} meanwhile; both changes are saved.`;
  show(isSaved ? saved : t`${told} meanwhile; that is in the form now.`, { ...good, autoClose: undoLife });
}

function show(content: ReactNode, options: ToastOptions): string | number {
  const id = `toast-${++count}`;
  // Focus pauses the timeout too, not only hover.
  const pauseHandlers = { onFocus: () => toast.pause({ id }), onBlur: () => toast.play({ id }) };
  open.add(id);
  // A new toast is shown at once; the oldest one is dismissed.
  for (const oldest of [...open].slice(0, -maxToasts())) toast.dismiss(oldest);
  return toast(
    <div className="toast-words flow" {...pauseHandlers}>
      {content}
    </div>,
    {
      toastId: id,
      autoClose: life,
      className: 'toast',
      closeButton: ({ closeToast }) => (
        <button type="button" className="icon-button" aria-label="Close" {...pauseHandlers} onClick={closeToast}>
          <X />
        </button>
      ),
      onClose: () => open.delete(id),
      ...options,
    },
  );
}

let count = 0;
/** Visible toasts, the oldest first. */
const open = new Set<string>();

/** The container of toasts, mounted once at the root; see `notices.css`. */
export function Notices() {
  const notices = useRef<HTMLDivElement>(null);
  useEffect(() => trackToastHeight(notices.current), []);
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
 * Sets CSS variables for the height of the toasts and of the panel's foot. On a phone the panel's body ends above the
 * toasts, so that they cover nothing and nothing moves under the thumb.
 */
function trackToastHeight(notices: HTMLElement | null): () => void {
  const observer = new MutationObserver(() => {
    const toasts = notices?.querySelector<HTMLElement>('.Toastify__toast-container')?.offsetHeight ?? 0;
    const foot = document.querySelector<HTMLElement>('.panel > footer, .panel-foot')?.offsetHeight ?? 0;
    document.documentElement.style.setProperty('--toasts', `${toasts}px`);
    document.documentElement.style.setProperty('--panel-foot', `${foot}px`);
  });
  if (notices) observer.observe(notices, { childList: true, subtree: true });
  return () => observer.disconnect();
}

const text = createStore('');

export const announce = text.set;

/** The live region, mounted once at the root before the first announcement. */
export function Announcer() {
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {useStore(text)}
    </div>
  );
}
