import { hydrateAs } from '#ui/site/hydrate.tsx';
import { Farewell } from './farewell.tsx';

export const hydrate = hydrateAs(Farewell);
