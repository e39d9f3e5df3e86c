import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { addAbout } from '#content/about/data.server.ts';
import { addClient } from '#content/clients/data.server.ts';
import { addDownload } from '#content/downloads/data.server.ts';
import { addFeatureCategory } from '#content/features/categories/data.server.ts';
import { addFeature } from '#content/features/data.server.ts';
import { writeFeatureContent } from '#content/features/details/data.server.ts';
import { addNews } from '#content/news/data.server.ts';
import { addPackageGroup } from '#content/packages/data.server.ts';
import { addStatistic } from '#content/statistics/data.server.ts';
import { addTestimonial } from '#content/testimonials/data.server.ts';
import { addVideo } from '#content/videos/data.server.ts';
import { addWorkedLead } from '#leads/inbox/imported.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { keepFile } from '#server/files/stored-files.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { projectRoot } from '#server/project-root.server.ts';
import { forgetEntries } from '#server/site-search/upkeep.server.ts';
import { addSettings } from '#site-settings/data.server.ts';
import { vendorKind } from '#site-settings/schema.ts';
import type { Picture } from '#wire/picture.ts';
import { sampleContent } from './content.ts';
import type { PictureName } from './types.ts';

const folder = path.join(projectRoot, 'db/sample');
const kinds = [
  ...['about', 'statistics', 'news', 'features', 'packages', 'clients', 'testimonials', 'videos', 'downloads'],
  vendorKind,
];

/**
 * Fills an empty store with the sample content, all of it or nothing. A store that holds anything is left alone.
 * Answers the pictures it added, so that their variants can be made; null where it did nothing.
 */
export async function loadSample(foundations: Foundations): Promise<Picture[] | null> {
  if (!(await isEmpty(foundations.database))) return null;
  const pictures = await addPictures(foundations);
  const files = await addFiles(foundations);
  const loaded = await foundations.changes.write(kinds, async (transaction) => {
    if (!(await claim(transaction))) return false;
    await addRecords(transaction, (name) => (name && pictures.get(name)?.key) ?? null, files);
    await forgetEntries(transaction);
    return true;
  });
  return loaded ? [...pictures.values()] : null;
}

/** Empty also means: never filled. Staff who delete the whole sample do not get it back. */
async function isEmpty(database: Database): Promise<boolean> {
  const filled = database.selectFrom('store_facts').select('name').where('name', '=', 'sample_content');
  if (await filled.executeTakeFirst()) return false;
  for (const table of [
    'about',
    'statistics',
    'news',
    'features',
    'package_categories',
    'clients',
    'testimonials',
    'videos',
    'downloads',
    'site_settings',
    'demo_requests',
  ] as const) {
    if (await database.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}

/** Of several instances that start at once, one gets the claim; the others wait for it here. */
async function claim(transaction: Database): Promise<boolean> {
  const row = await transaction
    .insertInto('store_facts')
    .values({ name: 'sample_content', value: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

async function addPictures({ pictures }: Foundations): Promise<Map<PictureName, Picture>> {
  const { about, statistics, news, features, clients, testimonials } = sampleContent;
  const records = [...about, ...news, ...features, ...clients, ...testimonials, ...statistics];
  const names = [...new Set(records.map((record) => record.picture))].filter((name) => name !== null);
  const added = new Map<PictureName, Picture>();
  const queue = names.values();
  await Promise.all([work(), work()]);
  return added;

  async function work() {
    for (const name of queue) {
      const drawing = await readFile(path.join(folder, 'pictures', `${name}.svg`));
      added.set(name, await pictures.add(await sharp(drawing).png({ compressionLevel: 1 }).toBuffer()));
    }
  }
}

async function addFiles(foundations: Foundations): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const { fileName } of sampleContent.downloads) {
    const bytes = await readFile(path.join(folder, 'files', fileName));
    keys.set(fileName, await keepFile(foundations, { name: fileName, type: 'application/pdf', bytes }));
  }
  return keys;
}

async function addRecords(
  transaction: Database,
  pictureKey: (name: PictureName | null) => string | null,
  files: Map<string, string>,
): Promise<void> {
  const { about, statistics, clients, testimonials, videos, downloads, packageCategories } = sampleContent;
  // Oldest first, so that the newest also has the highest number.
  for (const item of about.toReversed()) await addAbout(transaction, { ...item, pictureKey: pictureKey(item.picture) });
  for (const item of sampleContent.news.toReversed())
    await addNews(transaction, { ...item, pictureKey: pictureKey(item.picture) });
  for (const [index, item] of statistics.entries())
    await addStatistic(transaction, { ...item, pictureKey: pictureKey(item.picture) }, index);
  for (const [index, item] of clients.entries())
    await addClient(transaction, { ...item, pictureKey: pictureKey(item.picture) }, index);
  for (const [index, item] of testimonials.entries()) {
    await addTestimonial(transaction, { ...item, pictureKey: pictureKey(item.picture) }, index);
  }
  for (const [index, item] of videos.entries()) await addVideo(transaction, item, index);
  for (const [index, { title, fileName }] of downloads.entries()) {
    await addDownload(transaction, { title, link: null, fileKey: files.get(fileName) ?? null }, index);
  }
  for (const [index, group] of packageCategories.entries()) await addPackageGroup(transaction, group, index);
  await addFeatures(transaction, pictureKey);
  await addSettings(transaction, sampleContent.vendor);
  for (const lead of sampleContent.leads.toSorted((a, b) => b.hoursAgo - a.hoursAgo))
    await addWorkedLead(transaction, lead);
}

async function addFeatures(transaction: Database, pictureKey: (name: PictureName) => string | null): Promise<void> {
  const categories = new Map<string, { id: number; subCategories: Map<string, number> }>();
  for (const [index, category] of sampleContent.featureCategories.entries()) {
    const { id, subCategoryIds } = await addFeatureCategory(transaction, category, index);
    const entries = category.subCategories.map((name, at) => [name, subCategoryIds[at] ?? 0] as const);
    categories.set(category.name, { id, subCategories: new Map(entries) });
  }
  for (const [index, feature] of sampleContent.features.entries()) {
    const categoryIds = feature.categories.flatMap((name) => categories.get(name)?.id ?? []);
    const input = { title: feature.title, pictureKey: pictureKey(feature.picture), categoryIds };
    const featureId = await addFeature(transaction, input, index);
    for (const { category, subCategory, content } of feature.details) {
      const subCategoryId = categories.get(category)?.subCategories.get(subCategory);
      if (!subCategoryId) throw new Error(`The sample names no sub-category '${subCategory}' in '${category}'`);
      await writeFeatureContent(transaction, { featureId, subCategoryId, content });
    }
  }
}
