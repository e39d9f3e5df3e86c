import { type Focus, type Picture, pictureSource, pictureSrcset } from '#api/picture.ts';

interface PictureImageProps {
  picture: Picture;
  /** The alt text, if the library has none; empty if the text beside the picture says the same. */
  alt: string;
  sizes: string;
  /** Loaded at once, for content above the fold. */
  eager?: boolean | undefined;
}

/** A stored picture in the best format and size for the browser, without layout shift. */
export function PictureImage({ picture, alt, sizes, eager = false }: PictureImageProps) {
  const avif = pictureSrcset(picture, 'avif');
  const webp = pictureSrcset(picture, 'webp');
  const image = (
    <img
      src={pictureSource(picture)}
      {...(webp && { srcSet: webp, sizes })}
      width={picture.width}
      height={picture.height}
      alt={picture.alt ?? alt}
      {...(picture.focus && { 'data-focus': focusOf(picture.focus) })}
      decoding="async"
      loading={eager ? 'eager' : 'lazy'}
      {...(eager && { fetchPriority: 'high' as const })}
    />
  );
  if (!avif) return image;
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      {image}
    </picture>
  );
}

/** In tenths, for the rules in picture.css: the CSP blocks inline styles. */
function focusOf({ x, y }: Focus): string {
  return `${Math.round(x * 10)} ${Math.round(y * 10)}`;
}
