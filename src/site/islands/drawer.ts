/** The menu of a narrow screen: a dialog, so the browser itself holds the focus, closes on Esc and gives the focus back. */
export function watchDrawer(): void {
  const drawer = document.querySelector<HTMLDialogElement>('dialog.drawer');
  if (!drawer) return;
  const opener = document.querySelector('[data-drawer-open]');
  opener?.addEventListener('click', () => {
    drawer.showModal();
    drawer.querySelector<HTMLElement>('[data-drawer-close]')?.focus();
    opener.setAttribute('aria-expanded', 'true');
  });
  drawer.addEventListener('close', () => opener?.setAttribute('aria-expanded', 'false'));
  drawer.addEventListener('click', (event) => {
    // A click on the dialog itself, and on nothing in it, is one on the scrim, unless it fell on its own ground.
    const outside = event.target === drawer && event.clientX < drawer.getBoundingClientRect().left;
    const leaves = (event.target as Element).closest('a, [data-drawer-close]');
    if (outside || leaves) drawer.close();
  });
}
