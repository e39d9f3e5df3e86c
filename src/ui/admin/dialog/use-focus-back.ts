import { useState } from 'react';

/**
 * For `onCloseAutoFocus`: dialogs that are drawn when they are needed know no trigger, so the focus goes back to what
 * had it before, unless something else has taken it.
 */
export function useFocusBack(): (event: Event) => void {
  const [before] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
  };
}
