import { EmptyState } from '#ui/site/empty-state.tsx';
import { Island } from '#ui/site/island.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import type { QuotedTestimonial } from './schema.ts';
import { TestimonialCarousel } from './testimonial-carousel.tsx';
import { words } from './words.ts';

export function TestimonialsSection({ testimonials }: { testimonials: QuotedTestimonial[] }) {
  return (
    <section className="shutter on-dark band later" aria-labelledby="testimonials-heading">
      <div className="shell">
        {testimonials.length === 0 ? (
          <>
            <SectionHeading id="testimonials-heading" title={words.heading} />
            <EmptyState />
          </>
        ) : (
          <Island name="testimonial-carousel" when="visible" props={{ testimonials }}>
            <TestimonialCarousel testimonials={testimonials} />
          </Island>
        )}
      </div>
    </section>
  );
}
