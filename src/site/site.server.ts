import type { AppContext } from '#server/foundations.server.ts';
import type { CachedSettings } from '#site-settings/kept-settings.server.ts';

export interface Site extends AppContext {
  vendor: CachedSettings;
}
