import { randomBytes } from 'node:crypto';
import pg from 'pg';

export const templateDatabase = 'prangon_template';

/** A fresh database in the run's PostgreSQL: a copy of the migrated one, or one without any table. */
export async function createDatabase(port: number, from: 'migrated' | 'empty'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = from === 'migrated' ? templateDatabase : 'template1';
  await withAdmin(urlOf(port, 'postgres'), (client) => client.query(`create database ${name} template ${template}`));
  return urlOf(port, name);
}

export async function dropDatabase(url: string): Promise<void> {
  const { port, pathname } = new URL(url);
  const name = pathname.slice(1);
  await withAdmin(urlOf(Number(port), 'postgres'), (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  );
}

export async function withAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A query that a dying server interrupts rejects by itself; between queries the client would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(port: number, database: string): string {
  return `postgres://prangon@127.0.0.1:${port}/${database}`;
}
