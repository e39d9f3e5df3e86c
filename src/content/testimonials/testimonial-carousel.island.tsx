import { hydrateAs } from '#ui/site/hydrate.tsx';
import { TestimonialCarousel } from './testimonial-carousel.tsx';

export const hydrate = hydrateAs(TestimonialCarousel);
