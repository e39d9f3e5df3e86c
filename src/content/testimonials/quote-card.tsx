import { bengaliDigits, withoutTitles } from '#api/text.ts';
import { firstCharacter } from '#ui/site/bengali.ts';
import { CarouselControls, useCarousel } from '#ui/site/carousel.tsx';
import { PictureImage } from '#ui/site/picture-image.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { sharedStrings } from '#ui/site/strings.ts';
import type { QuotedTestimonial } from './kind.server.ts';

export function QuoteCard({ testimonial, index }: { testimonial: QuotedTestimonial; index: number }) {
  const { name, position, description, picture, story, isSample } = testimonial;
  return (
    <figure className={`quote-card ${index % 2 === 0 ? 'quote-flame' : 'quote-green'}`} data-id={testimonial.id}>
      {description && <blockquote>{description}</blockquote>}
      <figcaption>
        <span className="face" aria-hidden="true">
          {picture ? <PictureImage picture={picture} alt={initialOf(name)} sizes="56px" /> : initialOf(name)}
        </span>
        <div>
          <b>{name}</b>
          <span>{isSample ? `${sharedStrings.sample}: ${position}` : position}</span>
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

/** Placeholder for a missing portrait: `মাওলানা নুরুল ইসলাম` gives `নু`. */
export function initialOf(name: string): string {
  return firstCharacter(withoutTitles(name));
}

export const testimonialStrings = {
  heading: 'যাঁরা ব্যবহার করছেন',
  story: 'প্রতিষ্ঠানটির গল্প',
  dots: 'মতামত বেছে নিন',
  dot: (number: string) => `মতামত ${number}`,
} as const;

export function TestimonialCarousel({ testimonials }: { testimonials: QuotedTestimonial[] }) {
  const carousel = useCarousel('testimonials-heading');
  return (
    <div {...carousel.rootProps}>
      <SectionHeading
        id="testimonials-heading"
        title={testimonialStrings.heading}
        aside={
          <CarouselControls carousel={carousel} controls="testimonials-row" row={testimonialStrings.heading} light />
        }
      />
      <div {...carousel.viewProps}>
        <div id="testimonials-row" className="carousel-track carousel-quotes" aria-live={carousel.live}>
          {testimonials.map((testimonial, index) => (
            <div key={testimonial.id} {...carousel.slideProps(index, testimonials.length)}>
              <QuoteCard testimonial={testimonial} index={index} />
            </div>
          ))}
        </div>
      </div>
      <fieldset className="carousel-dots with-js">
        <legend className="sr-only">{testimonialStrings.dots}</legend>
        {testimonials.map((testimonial, index) => (
          <button
            key={testimonial.id}
            type="button"
            aria-label={testimonialStrings.dot(bengaliDigits(index + 1))}
            aria-current={index === carousel.selected}
            onClick={() => carousel.goTo(index)}
          />
        ))}
      </fieldset>
    </div>
  );
}
