import { Island } from '#ui/site/island.tsx';
import type { QuotedTestimonial } from './kind.server.ts';
import { TestimonialCarousel } from './quote-card.tsx';

export function TestimonialsSection({ testimonials }: { testimonials: QuotedTestimonial[] }) {
  return (
    <section className="shutter on-dark band later" aria-labelledby="testimonials-heading">
      <div className="shell">
        <Island name="testimonial-carousel" when="visible" props={{ testimonials }}>
          <TestimonialCarousel testimonials={testimonials} />
        </Island>
      </div>
    </section>
  );
}
