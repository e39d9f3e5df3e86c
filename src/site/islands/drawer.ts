/** The menu of a narrow screen: a dialog, so the browser itself holds the focus, closes on Esc and gives the focus back. */
export function watchDrawer(): void {
  const drawer = document.querySelector<HTMLDialogElement>('dialog.drawer');
  const opener = document.querySelector<HTMLElement>('[data-drawer-open]');
  if (!drawer || !opener) return;
  opener.onclick = () => {
    drawer.showModal();
    drawer.querySelector<HTMLElement>('[data-drawer-close]')?.focus();
    opener.ariaExpanded = 'true';
  };
  drawer.onclose = () => {
    opener.ariaExpanded = 'false';
  };
  drawer.onclick = (event) => {
    // A click on the dialog itself, and on nothing in it, is one on the scrim, unless it fell on its own ground.
    const outside = event.target === drawer && event.clientX < drawer.getBoundingClientRect().left;
    const leaves = (event.target as Element).closest('a, [data-drawer-close]');
    if (outside || leaves) drawer.close();
  };
}
