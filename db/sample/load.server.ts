import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { allKindsOnServer, kindsOnServer } from '#content/kinds.server.ts';
import { addSampleLead } from '#leads/import/api.server.ts';
import type { Picture } from '../../src/api/picture.ts';
import type { AppContext } from '../../src/cms/context.server.ts';
import type { KindOnServer, StoredSamples } from '../../src/cms/kind.server.ts';
import { addSettings } from '../../src/content/settings/data.server.ts';
import { vendorKind } from '../../src/content/settings/schema.ts';
import type { Database } from '../../src/platform/database/open.server.ts';
import { storeFile } from '../../src/platform/files/stored-files.server.ts';
import { projectRoot } from '../../src/platform/settings/project-root.server.ts';
import { sampleContent } from './content.ts';

const folder = path.join(projectRoot, 'db/sample');
/**
 * Fills an empty database with the sample content in one transaction. Returns the added pictures, whose variants are to
 * be made; null where the database holds any content.
 */
export async function loadSample(context: AppContext): Promise<Picture[] | null> {
  if (!(await isEmpty(context.database))) return null;
  const pictures = await addPictures(context);
  const files = await addFiles(context);
  const loaded = await addSampleRecords(context, {
    pictureKey: (name) => (name === null ? null : getStored(pictures, name).key),
    fileKey: (name) => getStored(files, name),
  });
  return loaded ? [...pictures.values()] : null;
}

/** Returns false where another instance has added them. */
export async function addSampleRecords({ changes }: AppContext, stored: StoredSamples): Promise<boolean> {
  return changes.write([...Object.keys(kindsOnServer), vendorKind], async (transaction) => {
    if (!(await claim(transaction))) return false;
    await addRecords(transaction, stored);
    return true;
  });
}

/** A sample once loaded counts: staff who delete all of it do not get it back. */
async function isEmpty(database: Database): Promise<boolean> {
  const filled = database.selectFrom('store_facts').select('name').where('name', '=', 'sample_content');
  if (await filled.executeTakeFirst()) return false;
  const tables = [...allKindsOnServer.flatMap((kind) => kind.tables), 'site_settings', 'demo_requests'] as const;
  for (const table of tables)
    if (await database.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  return true;
}

/** Of several instances that start at once, one inserts the claim; the others block here. */
async function claim(transaction: Database): Promise<boolean> {
  const row = await transaction
    .insertInto('store_facts')
    .values({ name: 'sample_content', value: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

async function addPictures({ pictures }: AppContext): Promise<Map<string, Picture>> {
  const added = new Map<string, Picture>();
  const queue = new Set(namesIn('picture', sampleContent.kinds)).values();
  await Promise.all([work(), work()]);
  return added;

  async function work() {
    for (const name of queue) {
      const drawing = await readFile(path.join(folder, 'pictures', `${name}.svg`));
      const [, alt] = /<title>(.*?)<\/title>/.exec(drawing.toString()) ?? [];
      added.set(name, await pictures.addOurs(drawing, { name, alt }));
    }
  }
}

function namesIn(what: 'picture' | 'file', sample: unknown): string[] {
  if (typeof sample !== 'object' || sample === null) return [];
  return Object.entries(sample).flatMap(([name, value]) =>
    name === what && typeof value === 'string' ? [value] : namesIn(what, value),
  );
}

async function addFiles(context: AppContext): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const file of namesIn('file', sampleContent.kinds)) {
    const bytes = await readFile(path.join(folder, 'files', file));
    keys.set(file, await storeFile(context, { name: file, bytes }));
  }
  return keys;
}

async function addRecords(transaction: Database, stored: StoredSamples): Promise<void> {
  // The types of `sampleContent` match each kind; TypeScript can't follow that in a loop.
  for (const [name, { addSample }] of Object.entries(kindsOnServer as Record<string, KindOnServer>))
    await addSample(transaction, sampleContent.kinds[name as keyof typeof kindsOnServer] as never, stored);
  await addSettings(transaction, sampleContent.vendor);
  for (const lead of sampleContent.leads.toSorted((a, b) => b.hoursAgo - a.hoursAgo))
    await addSampleLead(transaction, lead);
}

function getStored<T>(stored: Map<string, T>, name: string): T {
  const one = stored.get(name);
  if (!one) throw new Error(`The sample content has no '${name}'`);
  return one;
}
