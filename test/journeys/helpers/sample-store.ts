import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '#server/project-root.server.ts';
import { type Picture, variantWidths } from '#ui/picture.ts';
import { loadSample } from '../../../db/sample/load.server.ts';
import { openTestApp, type TestApp } from '../../helpers/app.ts';
import { freshStore, type Store } from '../../helpers/store.ts';

/** A store with the whole sample: a copy of one that is made once for each build. */
export async function sampleStore(): Promise<Store> {
  const made = path.join(os.tmpdir(), `prangon-journeys-${buildHash()}`);
  if (!existsSync(made)) await makeSample(made);
  const store = await freshStore('sqlite');
  cpSync(made, store.dataDir, { recursive: true });
  return store;
}

function buildHash(): string {
  const stamp = path.join(projectRoot, 'dist/.built-from');
  if (!existsSync(stamp)) throw new Error('Build first: node scripts/build.mjs');
  return createHash('sha256').update(readFileSync(stamp)).digest('hex').slice(0, 12);
}

async function makeSample(folder: string): Promise<void> {
  const store = await freshStore('sqlite');
  const app = await openTestApp({ store });
  const pictures = await loadSample(app);
  for (const picture of pictures ?? []) await standIn(app, picture);
  await app.close();
  const copy = mkdtempSync(path.join(os.tmpdir(), 'prangon-journeys-making-'));
  cpSync(store.dataDir, copy, { recursive: true });
  await store.remove();
  try {
    renameSync(copy, folder);
  } catch (error) {
    // Another run was faster; its copy is as good.
    rmSync(copy, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Fills the places of a picture's variants with a small flat one of its shape: two cores would draw the real ones for a
 * minute, beside the figures that journeys measure. Real ones are shown in `first-visit.test.ts`.
 */
async function standIn(app: TestApp, { key, width, height }: Picture): Promise<void> {
  const small = {
    width: 64,
    height: Math.max(1, Math.round((64 * height) / width)),
    channels: 3,
    background: '#8fae9d',
  } as const;
  for (const format of ['avif', 'webp'] as const) {
    const bytes = await sharp({ create: small }).toFormat(format).toBuffer();
    for (const offered of variantWidths(width)) await app.files.put(`pictures/${key}-${offered}.${format}`, bytes);
  }
}
