import { useState } from 'react';

/**
 * For `onCloseAutoFocus`: dialogs that are drawn when they are needed know no trigger, so the focus goes back to what
 * had it before, unless something else has taken it; where that is gone, or nothing had it, to the dialog that it lay
 * over, or to the screen.
 */
export function useFocusBack(): (event: Event) => void {
  const [before] = useState(whereFocusWas);
  return (event) => {
    event.preventDefault();
    if (document.activeElement !== document.body) return;
    const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
    if (isThere) before.focus();
    else whereNext()?.focus({ preventScroll: true });
  };
}

function whereNext(): HTMLElement | null {
  return document.querySelector('[role="dialog"]') ?? document.getElementById('content');
}

/** An item of a menu is gone with it; its button stays. */
function whereFocusWas(): Element | null {
  const { activeElement } = document;
  return activeElement?.closest('[role="menu"]')
    ? document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]')
    : activeElement;
}

/**
 * The button that was pressed may be gone with its row: the keyboard then goes on at the list, or in the dialog that it
 * was pressed in. A dialog that was closed in the meantime gives the focus back by itself.
 */
export function goOn(dialog: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  const place = dialog ?? document.querySelector<HTMLElement>('.table-scroll');
  place?.focus();
}

/** What a form in a dialog sent is done, and the keys mean the dialog again; whoever went elsewhere meanwhile stays there. */
export function leaveForm(form: HTMLElement | null): void {
  const { activeElement } = document;
  const isHere = activeElement === document.body || form?.contains(activeElement);
  if (isHere) form?.closest<HTMLElement>('[role="dialog"]')?.focus();
}

/** For `onInteractOutside`: toasts lie over everything, and a touch of one closes nothing. */
export function spareToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('.toast')) event.preventDefault();
}
