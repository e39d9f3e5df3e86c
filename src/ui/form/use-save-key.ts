import { type RefObject, useEffect } from 'react';

/** Ctrl S submits the form, unless a dialog other than its own is open. */
export function useSaveKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]');
      if (!form.current || (dialog && !dialog.contains(form.current))) return;
      event.preventDefault();
      if (!event.repeat) form.current.requestSubmit();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [form]);
}
