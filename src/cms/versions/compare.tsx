import { diffWords } from 'diff';
import { t } from '#i18n/text.ts';
import { fieldName } from '../audit/strings.ts';
import { inertDocument } from '../rich-text/inert-document.ts';

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.startsWith('<') ? readableText(value) : value;
  if (value === true || value === 1) return t('Active');
  if (value === false || value === 0) return t('Inactive');
  return Array.isArray(value) ? value.join(', ') : '';
}

export function labelOf(name: string): string {
  const words = fieldName(name).replace(/^selected/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface ComparedTextProps {
  old: string;
  current: string;
  /** Leaves out what is only in the old text. */
  onlyCurrent?: boolean;
}

const segmenter = new Intl.Segmenter('bn', { granularity: 'word' });

/** A text with what differs from an older one marked. */
export function ComparedText({ old, current, onlyCurrent = false }: ComparedTextProps) {
  const pieces = diffWords(old, current, { intlSegmenter: segmenter });
  return (
    <p lang="bn" className="compared-text">
      {pieces.map(({ value, added, removed }, index) => {
        if (removed && onlyCurrent) return null;
        const Tag = added ? 'ins' : removed ? 'del' : 'span';
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
        return <Tag key={index}>{value}</Tag>;
      })}
    </p>
  );
}

const blocks = 'p,h1,h2,h3,h4,h5,h6,li,blockquote,pre,tr,td,th,hr,figure,div';

/** Rich text as plain text: one line per block, a picture by its alt text. */
function readableText(html: string): string {
  const { body } = inertDocument(html);
  for (const picture of body.querySelectorAll('img'))
    picture.replaceWith(
      `[${picture.getAttribute('alt') || t('picture')} ${picture.getAttribute('src')?.slice(7, 13) ?? ''}]`,
    );
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  for (const block of body.querySelectorAll(blocks)) block.append('\n');
  return (body.textContent ?? '').replace(/\n\s*\n+/g, '\n').trim();
}
