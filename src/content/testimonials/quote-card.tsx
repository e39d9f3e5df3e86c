import { PictureImage } from '#ui/site/picture-image.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { initialOf } from './initial.ts';
import type { QuotedTestimonial } from './schema.ts';
import { testimonialStrings } from './strings.ts';

export function QuoteCard({ testimonial, index }: { testimonial: QuotedTestimonial; index: number }) {
  const { name, position, description, picture, story } = testimonial;
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
          {story && (
            <StitchLink href={story} about={position}>
              {testimonialStrings.story}
            </StitchLink>
          )}
        </div>
      </figcaption>
    </figure>
  );
}
