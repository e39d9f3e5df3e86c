import { Kysely } from 'kysely';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../src/platform/database/migrate.server.ts';
import { postgresDialect } from '../../../src/platform/database/postgres.server.ts';
import type { Tables } from '../../../src/platform/database/tables.server.ts';
import { Cluster } from './cluster.ts';
import { templateDatabase, withAdmin } from './databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresPort: number;
  }
}

/** Several projects ask for PostgreSQL; the first one starts it, the last one that leaves ends it. */
interface Shared {
  users: number;
  cluster: Promise<Cluster>;
}

const place = process as NodeJS.Process & { prangonPostgres?: Shared };

export default async function bringPostgres(project: TestProject): Promise<() => Promise<void>> {
  place.prangonPostgres ??= { users: 0, cluster: startWithTemplate() };
  const shared = place.prangonPostgres;
  shared.users++;
  project.provide('postgresPort', (await shared.cluster).port);
  return async () => {
    if (--shared.users > 0) return;
    delete place.prangonPostgres;
    await (await shared.cluster).stop();
  };
}

/** The tables are made once; each test file's database is a copy of them. */
async function startWithTemplate(): Promise<Cluster> {
  const cluster = await Cluster.start();
  await withAdmin(cluster.url('postgres'), (client) => client.query(`create database ${templateDatabase}`));
  const database = new Kysely<Tables>(postgresDialect(cluster.url(templateDatabase), () => undefined));
  await migrate(database);
  await database.destroy();
  return cluster;
}
