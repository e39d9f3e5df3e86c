import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
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

test('whoever reads an entry of an archive that was cut or changed hears what is wrong with it', async () => {
  const place = path.join(folder, 'whole.tar');
  const body = [new Uint8Array(5_000)];
  await writeArchive(place, (add) => add({ name: 'manifest.json', size: 5_000, body }));
  const whole = readFileSync(place);
  const changed = path.join(folder, 'changed.tar');
  for (let cut = 0; cut < whole.length; cut += 512) {
    const flipped = Buffer.from(whole);
    flipped[cut] = (flipped[cut] ?? 0) ^ 1;
    for (const bytes of [whole.subarray(0, cut), flipped]) {
      writeFileSync(changed, bytes);
      const reading = async () => {
        for await (const { body: read } of entriesOf(changed)) await text(read);
      };
      await expect(reading(), String(cut)).rejects.toThrow('is not whole');
    }
  }
});
