import { hydrateAs } from '#ui/site/hydrate.tsx';
import { DemoForm } from './demo-form.tsx';

export const hydrate = hydrateAs(DemoForm);
