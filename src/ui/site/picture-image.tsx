import { type Picture, pictureSource, pictureSrcset } from '#wire/picture.ts';

interface PictureImageProps {
  picture: Picture;
  /** Empty where the words beside it already say what it shows. */
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
      alt={alt}
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
