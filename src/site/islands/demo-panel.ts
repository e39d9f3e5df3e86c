/** The form behind the hero's button. Every link to it, anywhere on the page, opens it and leads there. */
export function watchDemoForm(): void {
  const panel = document.querySelector<HTMLElement>('.demo-panel');
  const toggle = document.querySelector<HTMLElement>('[data-demo-toggle]');
  if (!panel || !toggle) return;

  const open = (wanted: boolean) => {
    panel.toggleAttribute('data-open', wanted);
    toggle.setAttribute('aria-expanded', String(wanted));
    // `preventScroll`: the field is inside a fold that is only opening.
    if (wanted)
      panel.querySelector<HTMLElement>('input:not([type=hidden]), [tabindex]')?.focus({ preventScroll: true });
  };
  const openAndGo = () => {
    open(true);
    toggle.scrollIntoView({ block: 'start' });
  };

  toggle.addEventListener('click', () => open(!panel.hasAttribute('data-open')));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href$="#demo"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openAndGo();
  });
  // A frame later: until then the browser itself follows the address, and takes the focus away again.
  if (location.hash === '#demo') requestAnimationFrame(openAndGo);
}
