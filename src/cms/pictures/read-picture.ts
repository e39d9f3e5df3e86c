import { t } from '#i18n/text.ts';

/** Types and bytes that the server accepts. */
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
const maxPictureSize = 8 * 2 ** 20;

export const pictureTypes = types.join(',');

/**
 * Reads a picture as a data URL.
 * @throws with a message for the user if it is not accepted
 */
export async function readPicture(file: File): Promise<string> {
  if (!types.includes(file.type)) throw new Error('Choose a JPG, PNG, WebP, GIF or AVIF picture.');
  if (file.size > maxPictureSize) {
    throw new Error(
      `This picture has ${formatBytes(file.size)}. Choose one of at most ${formatBytes(maxPictureSize)}.`,
    );
  }
  const url = await toDataUrl(file);
  await decode(url);
  return url;
}

/** The data URL of a file that is a valid picture. */
export function toDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The picture could not be read. Choose it again.'));
    reader.readAsDataURL(file);
  });
}

async function decode(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode().catch(() => {
    throw new Error('This file is not a picture, or it is damaged. Choose another one.');
  });
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return t`${bytes} bytes`;
  if (bytes < 2 ** 20) return t`${Math.round(bytes / 1024)} KB`;
  return t`${Number((bytes / 2 ** 20).toFixed(1))} MB`;
}
