import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesOf, writeArchive } from './archive.server.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-archive-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  [5, 0, 125_899],
  [200_000, 70_000, 3],
  [1_000, 1_000, 1_000_000],
])('what nobody reads stands in no way: of %i, %i and %i bytes the last alone is read', async (...sizes) => {
  const place = path.join(folder, `${sizes.join('-')}.tar`);
  await writeArchive(place, async (add) => {
    for (const [at, size] of sizes.entries())
      await add({ name: `part-${at}`, size, body: size > 0 ? [new Uint8Array(size)] : [] });
  });
  const read: Record<string, number> = {};
  for await (const { name, body } of entriesOf(place)) read[name] = name === 'part-2' ? (await buffer(body)).length : 0;
  expect(read).toEqual({ 'part-0': 0, 'part-1': 0, 'part-2': sizes[2], sha256: 0 });
});
