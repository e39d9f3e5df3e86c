import { PictureImage } from '#ui/site/picture-image.tsx';
import { initialOf } from './initial.ts';
import type { Testimonial } from './schema.ts';

/** What someone says, on a card sewn in flame or green by turns. */
export function QuoteCard({ testimonial, index }: { testimonial: Testimonial; index: number }) {
  const { name, position, description, picture } = testimonial;
  return (
    <figure className={`quote-card ${index % 2 === 0 ? 'quote-flame' : 'quote-green'}`}>
      <blockquote>{description}</blockquote>
      <figcaption>
        <span className="face" aria-hidden="true">
          {picture ? <PictureImage picture={picture} alt={initialOf(name)} sizes="56px" /> : initialOf(name)}
        </span>
        <div>
          <b>{name}</b>
          <span>{position}</span>
        </div>
      </figcaption>
    </figure>
  );
}
