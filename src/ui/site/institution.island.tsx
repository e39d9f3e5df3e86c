import type { Hydrate } from './hydrate.tsx';
import { institutionKey, readInstitution } from './institution.ts';

/**
 * Puts the visitor's institution into all places of the page (`data-own`), and keeps what is typed into its form, if
 * the island has one. Places name the words of a kind by their line. A link gets the name as its text's first line.
 */
export const hydrate: Hydrate = async (element, words) => {
  const form = element.querySelector('form');
  const fields = Array.from(form?.querySelectorAll<HTMLInputElement>('input, select') ?? []);
  const show = () => {
    const [name, kind] = readInstitution();
    const lines = (words as Record<string, string>)[kind]?.split('\n');
    for (const place of document.querySelectorAll<HTMLElement>('[data-own]:not(a)')) {
      const { dataset } = place;
      const { of: pupil } = dataset;
      dataset.was ??= `${place.textContent}`;
      const text = dataset.own === 'name' ? name : lines?.[Number(dataset.own)];
      place.textContent = (pupil ? text?.replace('{name}', () => pupil) : text) || dataset.was;
      place.hidden = !place.textContent;
    }
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-own]')) {
      link.dataset.was ??= link.href;
      link.href = link.dataset.was.replace('text=', `text=${name && encodeURIComponent(`${name}\n`)}`);
    }
  };
  const refresh = () => {
    for (const [at, text] of readInstitution().entries()) if (fields[at]) fields[at].value = text;
    show();
  };
  const keep = () => {
    const typed = fields.map(({ value }) => value.trim());
    if (typed.join('')) localStorage.setItem(institutionKey, JSON.stringify(typed));
    else localStorage.removeItem(institutionKey);
    show();
  };

  form?.addEventListener('input', keep);
  // The fields are reset only after the event.
  form?.addEventListener('reset', () => setTimeout(keep));
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    element.closest('section')?.querySelector('.scene')?.scrollIntoView({ block: 'nearest' });
  });
  addEventListener('storage', refresh);
  addEventListener('pageshow', refresh);
  // Typed before this code came.
  if (fields.some(({ value }) => value)) keep();
  else refresh();
};
