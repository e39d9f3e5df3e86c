import { t } from '#i18n/text.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import { detectPicture } from './detect-picture.ts';

/** All that a browser may draw. Safari on a Mac makes a HEIC into the first type, unless that one is named. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/svg+xml,image/*';

/**
 * Reads a picture as a data URL that the server takes, which has limits of 8 MB and 40 megapixels. It is drawn anew if it
 * has more than 2 MB, is of another kind, or may say where it was taken.
 * @throws with a message for the user if this browser can't draw it
 */
export async function readPicture(file: File): Promise<string> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 4_096).arrayBuffer()));
  const found = detectPicture(head);
  const picture = found ? file.slice(found.start, file.size, found.type) : file;
  const staysAnimated = /GIF8[79]a|WEBPVP8X.*ANIM/s.test(head) && file.size <= 2 ** 23;
  try {
    const image = new Image();
    // As a blob, a drawing with a text in HTML could not be read from the canvas.
    const src = /svg/.test(file.type) ? await toDataUrl(file) : URL.createObjectURL(picture);
    // Not `decode()`: it takes three times the memory, as the whole is decoded in its full size.
    await new Promise((onload, onerror) => Object.assign(image, { onload, onerror, src }));
    URL.revokeObjectURL(src);
    if (/GIF8[79]a|ANIM|acTL|ftypavis/.test(head) && !staysAnimated)
      notifyFailed(
        'This animation stands still now. A GIF or WebP stays animated up to 8 MB. A longer film belongs on YouTube.',
      );
    const isSmall = file.size <= 2 ** 21 && image.width * image.height <= 4e7;
    const isSafe = isSmall && !/Exif\0\0|eXIf|EXIF|x:xmpmeta|Photoshop 3\.0/.test(await file.text());
    return found && (staysAnimated || isSafe) ? await toDataUrl(picture) : await draw(image, picture);
  } catch {
    throw new Error(
      'This file is not a picture that this browser can show, or it is damaged. Save it as JPG or PNG. For HEIC photos choose Settings, Camera, Formats, Most Compatible on the iPhone, or send them by WhatsApp.',
    );
  }
}

/**
 * Upright, in sRGB, and without what else is in the file. Not by `createImageBitmap` with a size: that takes three times
 * the memory for a JPEG, and in Chrome 109 turns the sides of a photo that was taken upright, and frays thin lines.
 */
async function draw(image: HTMLImageElement, picture: Blob): Promise<string> {
  const isPhoto = /jpeg|hei[cf]/.test(picture.type);
  // As large as the server keeps it; the lines of an SVG have no size.
  const scale = Math.min(/svg/.test(picture.type) ? 99 : 1, 2_560 / Math.max(image.width, image.height));
  const [width, height] = [Math.ceil(image.width * scale), Math.ceil(image.height * scale)];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const { buffer } = context.getImageData(0, 0, width, height).data;
  const isOpaque = new Uint32Array(buffer).every((pixel) => pixel >= 0xff000000);
  // A canvas stays transparent where a damaged file ends; this decodes the whole, or throws.
  if (!isOpaque && !/svg/.test(picture.type)) (await createImageBitmap(picture)).close();
  // Lines of logos and screenshots stay sharp. Safari makes a PNG where WebP is asked for.
  const drawn = canvas.toDataURL(isPhoto ? 'image/jpeg' : 'image/png', 0.92);
  return drawn.length <= 2 ** 21 ? drawn : canvas.toDataURL(isOpaque ? 'image/jpeg' : 'image/webp', 0.92);
}

/** The data URL of a file. */
export function toDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The picture could not be read. Choose it again.'));
    reader.readAsDataURL(file);
  });
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return t`${bytes} bytes`;
  if (bytes < 2 ** 20) return t`${Math.round(bytes / 1024)} KB`;
  return t`${Number((bytes / 2 ** 20).toFixed(1))} MB`;
}
