import { hydrateAs } from '#ui/site/hydrate.tsx';
import { SignedOutNotice } from './signed-out-notice.tsx';

export const hydrate = hydrateAs(SignedOutNotice);
