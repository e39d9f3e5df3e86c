import { useState } from 'react';

/**
 * For `onCloseAutoFocus`: dialogs that are drawn when they are needed know no trigger, so the focus goes back to what
 * had it before, unless something else has taken it.
 */
export function useFocusBack(): (event: Event) => void {
  const [before] = useState(whereFocusWas);
  return (event) => {
    event.preventDefault();
    if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
  };
}

/** An item of a menu is gone with it; its button stays. */
function whereFocusWas(): Element | null {
  const { activeElement } = document;
  return activeElement?.closest('[role="menu"]')
    ? document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]')
    : activeElement;
}

/** For `onInteractOutside`: toasts lie over everything, and a touch of one closes nothing. */
export function spareToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('.toast')) event.preventDefault();
}
