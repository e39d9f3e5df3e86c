import readExcelFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { writeWorkbook } from './export.server.ts';

const columns = Array.from({ length: 5 }, (_, index) => ({ head: `Head ${index}`, width: 20 }));

test('a workbook goes out while its rows come, and reads no more of them once nobody takes it', async () => {
  const read = { rows: 0, isEnded: false };
  let bytes = 0;
  for await (const chunk of writeWorkbook(columns, endless(read))) {
    bytes += chunk.length;
    if (bytes > 500_000) break;
  }
  await expect.poll(() => read.isEnded).toBe(true);
  expect(read.rows).toBeLessThan(100_000);
});

test('rows come in their order, and what breaks while they are read breaks the workbook', async () => {
  const [sheet] = await readExcelFile(await whole(writeWorkbook(columns.slice(0, 1), pieces())));
  expect(sheet?.data).toEqual([['Head 0'], ['0.0'], ['1.0'], ['a < b & "c"\n d'], ['x'.repeat(32_767)]]);
  await expect(whole(writeWorkbook(columns, failing()))).rejects.toThrow('The database went away');
});

async function* endless(read: { rows: number; isEnded: boolean }): AsyncGenerator<string[][]> {
  try {
    for (;;) {
      yield Array.from({ length: 100 }, () => columns.map((_column, at) => `${Math.random()}.${read.rows++}.${at}`));
    }
  } finally {
    read.isEnded = true;
  }
}

async function* pieces(): AsyncGenerator<string[][]> {
  yield [['0.0'], ['1.0']];
  yield [['a < b & "c"\u0000\n d'], ['x'.repeat(40_000)]];
}

async function* failing(): AsyncGenerator<string[][]> {
  yield [['x']];
  throw new Error('The database went away');
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks));
}
