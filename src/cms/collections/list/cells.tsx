import { ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';

/** A decorative picture, 134 px wide. */
export function Thumbnail({ image, whole = false }: { image: string | null; whole?: boolean }) {
  if (!image) {
    return (
      <span className="thumbnail">
        <ImageOff />
      </span>
    );
  }
  const className = whole ? 'thumbnail thumbnail-whole' : 'thumbnail';
  return <img className={className} src={image} alt="" width={134} height={84} loading="lazy" decoding="async" />;
}

/** A longer Bengali text, clamped to three lines. */
export function Cut({ strong = false, children }: { strong?: boolean; children: ReactNode }) {
  return (
    <span lang="bn" className={strong ? 'cut strong' : 'cut'}>
      {children}
    </span>
  );
}
