import { hydrateAs } from '#ui/site/hydrate.tsx';
import { ClientCarousel } from './client-carousel.tsx';

export const hydrate = hydrateAs(ClientCarousel);
