import { useState } from 'react';

/**
 * For `onCloseAutoFocus`: lazily mounted dialogs have no trigger, so the focus returns to the element that had it,
 * unless something else has taken it. If that is gone, it goes to the dialog below, to the list, or to the screen.
 */
export function useFocusBack(): (event: Event) => void {
  const [previous] = useState(whereFocusWas);
  return (event) => {
    event.preventDefault();
    if (document.activeElement !== document.body) return;
    const isThere = previous instanceof HTMLElement && previous !== document.body && previous.isConnected;
    if (isThere) previous.focus();
    else whereNext()?.focus({ preventScroll: true });
  };
}

function whereNext(): HTMLElement | null {
  const next = ['[role="dialog"]', '.table-scroll', '#content'].map((place) => document.querySelector(place));
  return next.find((element) => element instanceof HTMLElement) ?? null;
}

/** A menu item is unmounted with its menu, so its button is used. */
function whereFocusWas(): Element | null {
  const { activeElement } = document;
  return activeElement?.closest('[role="menu"]')
    ? document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]')
    : activeElement;
}

/**
 * If the button was removed with its row, the focus goes to the list or to the dialog around it. A dialog that has
 * closed returns the focus by itself.
 */
export function restoreFocus(dialog: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  const target = dialog ?? document.querySelector<HTMLElement>('.table-scroll');
  target?.focus();
}

/** After a form in a dialog was sent, the focus returns to the dialog, unless the user has moved it elsewhere. */
export function returnFocusToDialog(form: HTMLElement | null): void {
  const { activeElement } = document;
  const isHere = activeElement === document.body || form?.contains(activeElement);
  if (isHere) form?.closest<HTMLElement>('[role="dialog"]')?.focus();
}

/** For `onInteractOutside`: a click on a toast must not close a dialog. */
export function ignoreToastClick(event: Event): void {
  if (event.target instanceof Element && event.target.closest('.toast')) event.preventDefault();
}
