import { opensElsewhere } from './page.ts';

/** Every link to the demo form opens it where it is folded, scrolls to it and focuses it. */
export function watchDemoForm(): void {
  const section = document.getElementById('demo');
  if (!section) return;
  /** The button that unfolds it, on the home page. */
  const toggle = document.querySelector<HTMLElement>('[data-demo-toggle]');

  const open = (isOpen: boolean) => {
    section.toggleAttribute('data-open', isOpen);
    toggle?.setAttribute('aria-expanded', `${isOpen}`);
  };
  const enter = () => {
    open(true);
    // `preventScroll`: the field is still inside the opening fold.
    section.querySelector<HTMLElement>('.demo-fields input, [tabindex="-1"].notice')?.focus({ preventScroll: true });
  };
  const openAndGo = () => {
    enter();
    (toggle ?? section).scrollIntoView({ block: 'start' });
  };

  if (toggle) toggle.onclick = () => (section.hasAttribute('data-open') ? open(false) : enter());
  // The form asks to be shown, for instance for a request that was waiting.
  addEventListener('demo-form-needed', () => open(true));
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('a[href$="#demo"]') || opensElsewhere(event)) return;
    event.preventDefault();
    openAndGo();
  });
  // A frame later, because the browser's own fragment navigation would take the focus away again.
  if (location.hash === '#demo') requestAnimationFrame(openAndGo);
}
