import { opensElsewhere } from './page.ts';

/** The demo form of the page. Every link to it, anywhere on the page, opens it where it is folded, and leads there. */
export function watchDemoForm(): void {
  const place = document.getElementById('demo');
  if (!place) return;
  /** Where it is behind a button. */
  const toggle = document.querySelector<HTMLElement>('[data-demo-toggle]');

  const open = (wanted: boolean) => {
    place.toggleAttribute('data-open', wanted);
    toggle?.setAttribute('aria-expanded', `${wanted}`);
  };
  const enter = () => {
    open(true);
    // `preventScroll`: the field is inside a fold that is only opening.
    place.querySelector<HTMLElement>('.demo-fields input, [tabindex="-1"].notice')?.focus({ preventScroll: true });
  };
  const openAndGo = () => {
    enter();
    (toggle ?? place).scrollIntoView({ block: 'start' });
  };

  if (toggle) toggle.onclick = () => (place.hasAttribute('data-open') ? open(false) : enter());
  // The form has something to say by itself: a request that waited.
  addEventListener('demo-form-needed', () => open(true));
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('a[href$="#demo"]') || opensElsewhere(event)) return;
    event.preventDefault();
    openAndGo();
  });
  // A frame later: until then the browser itself follows the address, and takes the focus away again.
  if (location.hash === '#demo') requestAnimationFrame(openAndGo);
}
