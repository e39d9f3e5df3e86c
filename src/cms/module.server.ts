import type { Area } from '#api/rights.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import type { JobTable } from '#platform/jobs/queue.server.ts';
import type { SweepJob } from '#platform/jobs/worker.server.ts';
import type { MetricFigure } from '#platform/metrics/metrics.server.ts';
import type { EncryptedColumn } from '#platform/settings/encrypter.server.ts';
import type { AppContext } from './context.server.ts';

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
