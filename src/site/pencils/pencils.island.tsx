import { adminPages } from '#paths.ts';
import sheet from './pencils.css?url';

/**
 * Sections, and what carries the id of a record in an attribute or its link, by the screen that edits them, its part, and
 * the parameter that takes the id.
 */
const places = {
  about: '.about a, article[aria-labelledby="about-heading"], section:not(.about)[aria-labelledby="about-heading"]',
  news: '.news-card a, :is(article, section)[aria-labelledby="news-heading"]',
  'features##details': '.feature-page',
  features: '.feature-card, section[aria-labelledby="features-heading"]',
  statistics: '.figures li, .figures, [aria-labelledby="statistics-heading"]',
  packages: ':is(.ledgers, .compare) [data-id], section[aria-labelledby="packages-heading"]',
  clients:
    '.client-cell[data-id], .client-told, [aria-labelledby="client-heading"], section[aria-labelledby="clients-heading"]',
  testimonials: '.quote-card, section[aria-labelledby="testimonials-heading"]',
  videos: '.video-grid li, section[aria-labelledby="videos-heading"]',
  downloads: '.rows [data-id], section[aria-labelledby="downloads-heading"]',
  faq: '.faq details > [id], section[aria-labelledby="faq-heading"]',
  pages: 'h1[id^="page-"]',
  'siteSettings#hero': '.hero',
  'siteSettings#scene': '.scene-band',
  'siteSettings#contact': '.site-footer',
};

/** As the back office, whose build of each language this island has no part in. */
const words = /\blanguage=bn\b(?!.*language=)/.test(document.cookie)
  ? { part: () => 'এই অংশ বদলান', record: (name: string) => `‘${name}’ বদলান`, close: 'বন্ধ করুন' }
  : { part: (name: string) => `Edit the ${name}`, record: (name: string) => `Edit ‘${name}’`, close: 'Close' };

/** The form that was saved before the page was loaded again. */
let last = sessionStorage.pencil;
sessionStorage.removeItem('pencil');

/** Shows a pencil at each record and section. The back office leaves the key that wakes this island. */
export async function hydrate(): Promise<void> {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet }));
  draw();
  // For news that are added, and islands: before they are awake, React would miss what its server drew.
  new MutationObserver(draw).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-awake'],
  });
  // Somebody signed out, or in, in another tab.
  addEventListener('storage', () => {
    document.body.toggleAttribute('data-signed-out', !localStorage.pencils);
  });
}

function draw(): void {
  for (const [key, selector] of Object.entries(places))
    for (const mark of document.querySelectorAll<HTMLElement>(selector)) addPencil(key, mark);
}

function addPencil(key: string, mark: HTMLElement): void {
  const place = mark.closest('article, details, figure, footer, li, section, th, .carousel-slide') ?? mark;
  if (place.querySelector(':scope > .pencil') || place.closest('[data-island]:not([data-awake])')) return;
  const [screen, part = '', parameter = 'edit'] = key.split('#');
  const own = mark.dataset.id ?? mark.getAttribute('href') ?? mark.id;
  const [id = ''] = /\d+$/.exec(own || (mark.querySelector('h1') ? location.pathname : '')) ?? [];
  const form = `${adminPages[screen as keyof typeof adminPages]}?panel=1&${parameter}=${id}#${part}`;
  const heading = place.querySelector('h1, h2, h3, li b + span, figcaption b, .chip + span');
  const name = heading?.textContent || place.querySelector('img')?.alt || place.textContent;
  const pencil = Object.assign(document.createElement('button'), {
    className: 'pencil',
    value: form,
    title: mark.matches('.figures, footer') ? words.part(part || (screen ?? '')) : words.record(name.trim()),
    onclick: () => openPanel(form, pencil.title),
  });
  place.prepend(pencil);
  if (last !== form) return;
  last = '';
  pencil.focus({ preventScroll: true });
}

/** Opens the form over the page, which is loaded again if anything was changed. */
function openPanel(form: string, title: string): void {
  const frame = Object.assign(document.createElement('iframe'), { src: form, title });
  const dialog = document.createElement('dialog');

  /** A form with unsaved text asks first; a frame without a form does not answer to the key. */
  function leave(event: Event) {
    event.preventDefault();
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    if (frame.contentDocument?.dispatchEvent(key) !== false) dialog.close();
  }

  Object.assign(dialog, { className: 'pencil-panel', ariaLabel: title, oncancel: leave });
  dialog.append(
    title,
    Object.assign(document.createElement('button'), { ariaLabel: words.close, textContent: '×', onclick: leave }),
    frame,
  );
  dialog.onclose = () => {
    dialog.remove();
    if (!dialog.returnValue) return;
    sessionStorage.pencil = form;
    // With a target all sections are laid out at once, so that the page stays where it was scrolled to.
    history.replaceState(null, '', '#main');
    location.reload();
  };
  window.onmessage = ({ origin, data }) => {
    if (origin !== location.origin) return;
    if (data === 'closed') dialog.close();
    else dialog.returnValue = data;
  };
  document.body.append(dialog);
  dialog.showModal();
}
