import type { Hydrate } from './hydrate.tsx';
import { type Institution, institutionKey, readInstitution } from './institution.ts';

interface Props {
  /** Texts of each kind; places name them by their index. */
  words?: Record<string, readonly string[]>;
}

const originals = new WeakMap<Element, string>();

/**
 * Puts the visitor's institution into all places of the page (`data-own`), and keeps what is typed into its form, if
 * the island has one. A link gets the name as the first line of its text.
 */
export const hydrate: Hydrate = async (element, props) => {
  const { words = {} } = props as Props;
  const form = element.querySelector('form');
  const [nameField, kindField] = Array.from(form?.elements ?? []) as HTMLInputElement[];

  const show = ({ name, kind }: Institution) => {
    for (const place of document.querySelectorAll<HTMLElement>('[data-own]:not(a)')) fill(place, name, words[kind]);
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-own]')) {
      const address = originalOf(link, link.href);
      link.href = name ? address.replace('text=', () => `text=${encodeURIComponent(`${name}\n`)}`) : address;
    }
  };
  const refresh = () => {
    const stored = readInstitution();
    if (nameField) nameField.value = stored.name;
    if (kindField) kindField.value = stored.kind;
    show(stored);
  };
  const keep = () => {
    const typed = { name: nameField?.value.trim() ?? '', kind: kindField?.value ?? '' };
    show(typed);
    try {
      if (typed.name || typed.kind) localStorage.setItem(institutionKey, JSON.stringify(typed));
      else localStorage.removeItem(institutionKey);
    } catch {
      // Storage is unavailable: it lasts as long as the page.
    }
  };

  form?.addEventListener('input', keep);
  // The fields are reset only after the event.
  form?.addEventListener('reset', () => setTimeout(keep));
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    element.closest('section')?.querySelector('.scene')?.scrollIntoView({ block: 'nearest' });
  });
  addEventListener('storage', ({ key }) => key === institutionKey && refresh());
  addEventListener('pageshow', refresh);
  // Typed before this code came.
  if (nameField?.value || kindField?.value) keep();
  else refresh();
};

function fill(place: HTMLElement, name: string, words: readonly string[] = []): void {
  const { own, of = '' } = place.dataset;
  const original = originalOf(place, place.textContent ?? '');
  const word = own === 'name' ? name : words[Number(own)]?.replace('{name}', () => of);
  place.textContent = word || original;
  place.hidden = place.textContent === '';
}

function originalOf(place: Element, text: string): string {
  const original = originals.get(place) ?? text;
  originals.set(place, original);
  return original;
}
