import { hydrateAs } from '#ui/site/hydrate.tsx';
import { ClientCarousel } from './client-cell.tsx';

export const hydrate = hydrateAs(ClientCarousel);
