import { hydrateAs } from '#ui/site/hydrate.tsx';
import { LoadMore } from './load-more.tsx';

export const hydrate = hydrateAs(LoadMore);
