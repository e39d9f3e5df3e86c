import type { AppContext } from '#cms/context.server.ts';
import type { CachedSettings } from '#content/settings/data.server.ts';

export interface Site extends AppContext {
  vendor: CachedSettings;
}
