import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { loadSample } from '../../../db/sample/load.server.ts';
import { type Picture, variantWidths } from '../../../src/api/picture.ts';
import { projectRoot } from '../../../src/platform/settings/project-root.server.ts';
import { openTestApp, type TestApp } from '../../helpers/app.ts';
import { freshStore, type Store } from '../../helpers/store.ts';

const prefix = 'prangon-journeys-';
const day = 86_400_000;
/** Making takes some seconds; who began longer ago, in milliseconds, was killed. */
const longest = 60_000;

/** A store with the whole sample: a copy of one that is made once for each build. */
export async function sampleStore(): Promise<Store> {
  const made = path.join(os.tmpdir(), `${prefix}${buildHash()}`);
  await makeOnce(made);
  const store = await freshStore('sqlite');
  cpSync(made, store.dataDir, { recursive: true });
  return store;
}

function buildHash(): string {
  const stamp = path.join(projectRoot, 'dist/.built-from');
  if (!existsSync(stamp)) throw new Error('Build first: npm run build');
  return createHash('sha256').update(readFileSync(stamp)).digest('hex').slice(0, 12);
}

/** Of the processes that need it at the same time, one makes it. */
async function makeOnce(folder: string): Promise<void> {
  const sign = `${folder}-begun`;
  while (!existsSync(folder)) {
    if (!begin(sign)) {
      await sleep(100);
      continue;
    }
    try {
      await makeSample(folder);
    } finally {
      rmSync(sign, { recursive: true, force: true });
    }
  }
}

function begin(sign: string): boolean {
  const since = statSync(sign, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - since > longest) rmSync(sign, { recursive: true, force: true });
  try {
    mkdirSync(sign);
    return true;
  } catch {
    return false;
  }
}

async function makeSample(folder: string): Promise<void> {
  removeOld();
  const store = await freshStore('sqlite');
  const app = await openTestApp({ store });
  const pictures = await loadSample(app);
  for (const picture of pictures ?? []) await standIn(app, picture);
  // Its copies are new stores, not one that was put back from a backup: they may send mails.
  await app.database.deleteFrom('store_facts').where('name', '=', 'mail_store').execute();
  await app.close();
  const copy = mkdtempSync(path.join(os.tmpdir(), `${prefix}making-`));
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

/** Those of builds that nobody tests any more. */
function removeOld(): void {
  const folders = readdirSync(os.tmpdir()).filter((name) => name.startsWith(prefix));
  for (const folder of folders.map((name) => path.join(os.tmpdir(), name))) {
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > day) rmSync(folder, { recursive: true, force: true });
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
