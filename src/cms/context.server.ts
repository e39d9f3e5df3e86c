import { createPlatform, type PlatformContext } from '#platform/context.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { PictureStore } from './pictures/picture-store.server.ts';

export interface AppContext extends PlatformContext {
  pictures: PictureStore;
}

/** @throws {StoreError} if starting would hide a problem of the store */
export async function createContext(settings: Settings): Promise<AppContext> {
  const platform = await createPlatform(settings);
  const pictures = new PictureStore(platform);
  platform.http.addHook('onClose', async () => pictures.close());
  return { ...platform, pictures };
}
