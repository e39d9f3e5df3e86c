import type { Hydrate } from '#ui/site/hydrate.tsx';

/** Makes the drawer a modal dialog in a browser that knows none. */
export const hydrate: Hydrate = async (element) => {
  const drawer = element as HTMLDialogElement;
  drawer.setAttribute('role', 'dialog');
  drawer.showModal = () => drawer.setAttribute('open', '');
  drawer.close = () => {
    drawer.removeAttribute('open');
    document.querySelector<HTMLElement>('[data-drawer-open]')?.focus();
    drawer.onclose?.(new Event('close'));
  };
  drawer.onkeydown = ({ key }) => key === 'Escape' && drawer.close();
  document.addEventListener('focusin', ({ target }) => {
    if (drawer.hasAttribute('open') && !drawer.contains(target as Node))
      drawer.querySelector<HTMLElement>('[data-drawer-close]')?.focus();
  });
};
