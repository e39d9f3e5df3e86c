import { hydrateAs } from '#ui/site/hydrate.tsx';
import { PriceCalculator } from './price-calculator.tsx';

export const hydrate = hydrateAs(PriceCalculator);
