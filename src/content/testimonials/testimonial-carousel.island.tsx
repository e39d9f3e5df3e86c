import { hydrateAs } from '#ui/site/hydrate.tsx';
import { TestimonialCarousel } from './quote-card.tsx';

export const hydrate = hydrateAs(TestimonialCarousel);
