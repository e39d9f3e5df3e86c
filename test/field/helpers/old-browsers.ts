import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import type { Browser, BrowserType } from 'playwright-core';
import bringBrowser from '../../helpers/bring-browser.ts';
import { fetchPackages } from '../../helpers/fetch-packages.ts';
import { outsideWorld } from '../../journeys/helpers/outside-world.ts';

/** Near the oldest of the public site, and the oldest of the back office: see `browserslist` in `package.json`. */
const versions = [92, 109] as const;
type Version = (typeof versions)[number];

const packages = path.resolve(import.meta.dirname, '../brought');
const place = path.resolve(import.meta.dirname, '../../../.cache/old-browsers');

/** The packages are for Linux on x64. */
export const canRunOldBrowsers = process.platform === 'linux' && process.arch === 'x64';

/** Unpacks the old browsers before the tests that use them, and names a Bengali font as for the present one. */
export default async function bringOldBrowsers(): Promise<void> {
  bringBrowser();
  if (!canRunOldBrowsers) return console.log('Old browsers are tried on Linux on x64 alone.');
  // Also where `.cache` has the browsers already: their driver is a package, too.
  fetchPackages(packages, 'Old browsers for the tests (100 MB)');
  for (const version of versions) if (!existsSync(folderOf(version))) await unpack(version);
}

async function unpack(version: Version): Promise<void> {
  const unfinished = `${folderOf(version)}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  for (const name of ['chromium', 'aws.tar', 'swiftshader.tar']) {
    const packed = path.join(packages, `node_modules/chromium-${version}/bin/${name}.br`);
    const file = createWriteStream(path.join(unfinished, name), { mode: 0o755 });
    await pipeline(createReadStream(packed), createBrotliDecompress(), file);
    if (!name.endsWith('.tar')) continue;
    if (spawnSync('tar', ['-xf', name], { cwd: unfinished, stdio: 'inherit' }).status !== 0)
      throw new Error(`${packed} could not be unpacked`);
    rmSync(path.join(unfinished, name));
  }
  renameSync(unfinished, folderOf(version));
}

const launched = new Map<Version, Promise<Browser>>();

/** A browser of this version, for all tests that run in this process, one file after the other. It ends with the process. */
export async function oldBrowser(version: Version): Promise<Browser> {
  const running = await launched.get(version)?.catch(() => null);
  if (running?.isConnected()) return running;
  const launching = launch(version);
  launched.set(version, launching);
  return launching;
}

async function launch(version: Version): Promise<Browser> {
  // The driver of the other tests no longer knows browsers that are so old.
  const driver: { chromium: BrowserType } = createRequire(path.join(packages, 'package.json'))('playwright-core');
  const folder = folderOf(version);
  return driver.chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', ...(await outsideWorld())],
    env: { ...process.env, LD_LIBRARY_PATH: path.join(folder, 'lib') },
  });
}

function folderOf(version: Version): string {
  return path.join(place, String(version));
}
