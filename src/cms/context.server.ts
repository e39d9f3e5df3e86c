import type { Area } from '#api/rights.ts';
import type { Database } from '#platform/database/open.server.ts';
import { createPlatform, type PlatformContext } from '#platform/http/context.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import type { JobTable } from '#platform/jobs/queue.server.ts';
import type { SweepJob } from '#platform/jobs/worker.server.ts';
import type { MetricFigure } from '#platform/metrics/metrics.server.ts';
import { createEventStreams, type EventStreams } from '#platform/session/event-streams.server.ts';
import type { EncryptedColumn } from '#platform/settings/encrypter.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { PictureStore } from './pictures/picture-store.server.ts';
import { SearchIndex } from './search/search-index.server.ts';

export interface AppContext extends PlatformContext {
  pictures: PictureStore;
  search: SearchIndex;
  streams: EventStreams;
  /** Runs in the transaction of each change that visitors see; webhooks are told here. */
  onSiteChange: (transaction: Database, change: SiteChange) => Promise<void>;
}

export interface SiteChange {
  kind: string;
  id: number;
  title: string;
  path: string;
  was_public: boolean;
  isPublic: boolean;
}

export async function createContext(settings: Settings): Promise<AppContext> {
  const platform = await createPlatform(settings);
  const pictures = new PictureStore(platform);
  const search = new SearchIndex(platform);
  platform.http.addHook('preClose', () => search.close());
  return { ...platform, pictures, search, streams: createEventStreams(platform), onSiteChange: async () => undefined };
}

type Register = (context: AppContext, scope: StaffScope) => void | Promise<void>;

/** Everything that the app has to know of a room, which writes only the keys that it needs. */
export interface Module {
  /** For everyone, or guarded by the room itself. */
  routes?: (context: AppContext) => void | Promise<void>;
  /** In scopes that only staff with a right in this area may enter. */
  staffRoutes?: Partial<Record<Area, Register>>;
  /** Each with the table of its queue, whose oldest entry is a metric. */
  jobs?: { table: JobTable; create: (context: AppContext) => Job }[];
  cleanups?: (context: AppContext) => SweepJob[];
  /** Encrypted columns. */
  secrets?: EncryptedColumn[];
  /** Runs in the transaction that records that the store is restored from a backup, whose queues may have run since. */
  onRestore?: (transaction: Database) => Promise<void>;
  metrics?: (context: AppContext) => MetricFigure[];
}

export interface Job {
  /** Runs after the migrations, before any job starts. */
  prepare?: () => Promise<void>;
  start: () => void | Promise<void>;
  /** Takes no further work. */
  stop: () => void | Promise<void>;
  close: () => Promise<void>;
}
