import type { Database } from '#platform/database/open.server.ts';
import { createPlatform, type PlatformContext } from '#platform/http/context.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import type { AuditChange } from './audit/audit.server.ts';
import { PictureStore } from './pictures/picture-store.server.ts';
import { SearchIndex } from './search/search-index.server.ts';

export interface AppContext extends PlatformContext {
  pictures: PictureStore;
  search: SearchIndex;
  /** Gets each change of a record, in its transaction; webhooks are told here. */
  onRecordChange: (transaction: Database, change: AuditChange) => Promise<void>;
}

export async function createContext(settings: Settings): Promise<AppContext> {
  const platform = await createPlatform(settings);
  const pictures = new PictureStore(platform);
  platform.http.addHook('onClose', async () => pictures.close());
  const search = new SearchIndex(platform);
  platform.http.addHook('preClose', () => search.close());
  return { ...platform, pictures, search, onRecordChange: async () => undefined };
}
