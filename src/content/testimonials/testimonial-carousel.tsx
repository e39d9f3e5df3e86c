import { bengaliDigits } from '#api/text.ts';
import { CarouselControls } from '#ui/site/carousel-controls.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { useCarousel } from '#ui/site/use-carousel.ts';
import type { QuotedTestimonial } from './kind.server.ts';
import { QuoteCard, testimonialStrings } from './quote-card.tsx';

export function TestimonialCarousel({ testimonials }: { testimonials: QuotedTestimonial[] }) {
  const carousel = useCarousel('testimonials-heading');
  return (
    <div {...carousel.rootProps}>
      <SectionHeading
        id="testimonials-heading"
        title={testimonialStrings.heading}
        aside={<CarouselControls carousel={carousel} controls="testimonials-row" light />}
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
