import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { pictureSource } from '#api/picture.ts';
import { t } from '#i18n/text.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import { ProcessPool, programBeside } from '#platform/jobs/process-pool.server.ts';
import { bytesOfDataUrl, underField } from '../pictures/data-url.server.ts';
import type { PictureOrigin } from '../pictures/library.server.ts';
import type { PictureStore } from '../pictures/picture-store.server.ts';
import { type CleanResult, sanitizeHtml } from './clean.server.ts';

const limits = { bytes: 2 * 2 ** 20, pictures: 20, inline: 64 * 1024 };

const refusals = {
  depth: 'The text is nested too deeply. Paste it without formatting.',
  nodes: 'The text has too many parts. Split it into several, or paste it without formatting.',
  size: 'The text is larger than 2 MB. Please shorten it.',
};

/**
 * Sanitises rich text and stores pasted pictures as files.
 * @throws {HttpError} 422 under the field if it is too large, nested too deeply, or has a broken picture
 */
export async function cleanRichText(
  pictures: PictureStore,
  html: string,
  from: PictureOrigin,
  field = 'content',
): Promise<string> {
  const { text, found } = takeOutPictures(html);
  if (found.size > limits.pictures)
    throw invalid({
      [field]: [t`The text may bring at most ${limits.pictures} new pictures at once. Save in between.`],
    });
  if (Buffer.byteLength(text) > limits.bytes) throw invalid({ [field]: [refusals.size] });
  const result = await cleanHtml(text);
  if ('refused' in result) throw invalid({ [field]: [refusals[result.refused]] });
  let { html: cleaned } = result;
  for (const [mark, url] of found) {
    if (!cleaned.includes(mark)) continue;
    const picture = await pictures.add(bytesOfDataUrl(url, field), from).catch(underField(field));
    cleaned = cleaned.replaceAll(`src="${mark}"`, `src="${pictureSource(picture)}"`);
  }
  return cleaned;
}

/** Sanitises on read too, for rows written without the form or under older rules; cached by content. */
export async function safeRichText(stored: string): Promise<string> {
  if (stored === '') return '';
  const key = createHash('sha256').update(stored).digest('base64');
  const cached = safe.get(key);
  if (cached !== undefined) return cached;
  const result = await cleanHtml(withoutMarks(stored));
  const html = 'refused' in result ? '' : result.html;
  safe.set(key, html);
  return html;
}

const safe = new LRUCache<string, string>({
  max: 2_000,
  maxSize: 32 * 2 ** 20,
  sizeCalculation: (html) => html.length * 2 + 100,
});

/**
 * Short texts are cleaned synchronously: sending them to another process costs more.
 * @throws {HttpError} 503 if it took too long or the process crashed
 */
async function cleanHtml(html: string): Promise<CleanResult> {
  if (html.length <= limits.inline) return sanitizeHtml(html);
  const result = await cleaners.run({ html });
  if (result === 'slow') throw notChecked();
  return result;
}

const cleaners = new ProcessPool<{ html: string }, CleanResult | 'slow'>({
  program: programBeside(import.meta.url, 'rich-text-worker'),
  atOnce: 1,
  waiting: 100,
  jobTime: 10_000,
  idleTime: 30_000,
  busy: notChecked,
  slow: 'slow',
});

function notChecked(): HttpError {
  return new HttpError(503, 'The text could not be checked right now. Please try again.', { retryAfter: 5 });
}

/** Replaces data URLs by unguessable placeholders while the text is parsed. */
function takeOutPictures(html: string) {
  const found = new Map<string, string>();
  const secret = randomBytes(16).toString('hex');
  const text = withoutMarks(html).replace(
    /(\ssrc\s*=\s*)(?:"(data:image\/[^"]*)"|'(data:image\/[^']*)')/gi,
    (_all, src, one, other) => {
      const mark = `pending-picture/${secret}-${Math.min(found.size, 99)}`;
      found.set(mark, one ?? other);
      return `${src}"${mark}"`;
    },
  );
  return { text, found };
}

/** Text from outside can't contain placeholders. */
function withoutMarks(html: string): string {
  return html.replaceAll('pending-picture/', 'pending_picture/');
}
