import { diffWords } from 'diff';
import { inertDocument } from '../rich-text/inert-document.ts';

/** A piece of a diff, in one or both versions. */
export interface Piece {
  text: string;
  is: 'same' | 'added' | 'removed';
}

const segmenter = new Intl.Segmenter('bn', { granularity: 'word' });

export function compareTexts(old: string, current: string): Piece[] {
  return diffWords(old, current, { intlSegmenter: segmenter }).map(({ value, added, removed }) => ({
    text: value,
    is: added ? 'added' : removed ? 'removed' : 'same',
  }));
}

const blocks = 'p,h1,h2,h3,h4,h5,h6,li,blockquote,pre,tr,td,th,hr,figure,div';

/** Rich text as plain text: one line per block, a picture by its alt text. */
export function readableText(html: string): string {
  const { body } = inertDocument(html);
  for (const picture of body.querySelectorAll('img'))
    picture.replaceWith(
      `[${picture.getAttribute('alt') || 'picture'} ${picture.getAttribute('src')?.slice(7, 13) ?? ''}]`,
    );
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  for (const block of body.querySelectorAll(blocks)) block.append('\n');
  return (body.textContent ?? '').replace(/\n\s*\n+/g, '\n').trim();
}
