import { sampleContent } from '../../db/sample/content.ts';
import { addSampleRecords } from '../../db/sample/load.server.ts';
import { storeFile } from '../../src/platform/files/stored-files.server.ts';
import type { TestApp } from './app.ts';

/** The shipped sample, to be found by the search. Drawing its pictures would take longer than most tests. */
export async function addSampleWithoutPictures(app: TestApp): Promise<void> {
  const files = new Map<string, string>();
  for (const { file: name } of sampleContent.kinds.downloads)
    files.set(name, await storeFile(app, { name, bytes: Buffer.from(`%PDF-1.4 ${name}`) }));
  await addSampleRecords(app, { pictureKey: () => null, fileKey: (name) => files.get(name) ?? '' });
}
