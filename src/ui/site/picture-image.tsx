import { type Focus, type Picture, pictureSource, pictureSrcset } from '#wire/picture.ts';

interface PictureImageProps {
  picture: Picture;
  /** Said where the library does not say what it shows; empty where the words beside it already do. */
  alt: string;
  sizes: string;
  /** For what is seen first: fetched at once, before what lies below. */
  eager?: boolean | undefined;
}

/** A stored picture in the best format and size the reader's browser takes; its space is known before it comes. */
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

/** In tenths, for the rules in picture.css: public pages have no styles of their own in their elements. */
function focusOf({ x, y }: Focus): string {
  return `${Math.round(x * 10)} ${Math.round(y * 10)}`;
}
