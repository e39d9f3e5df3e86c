import { calm } from './calm.ts';

/**
 * Sections below the first window are skipped by the first layout, which makes it quick. Once the page is calm they are
 * laid out one by one, so that a link into the page, a search in it or a print of it finds everything in its true place.
 */
export async function layOutLater(): Promise<void> {
  for (const section of document.querySelectorAll('.later')) {
    await calm();
    section.classList.remove('later');
  }
}
