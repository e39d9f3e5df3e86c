import readExcelFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { workbookOf } from './workbook.server.ts';

const columns = Array.from({ length: 5 }, (_, index) => ({ head: `Head ${index}`, width: 20 }));

async function* rows(count: number, heads = columns): AsyncGenerator<string[][]> {
  yield Array.from({ length: count }, (_, index) => heads.map((_head, at) => `${index}.${at}`));
}

test('while 20,000 leads become a workbook, others have their turn', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const bytes = await workbookOf(columns, rows(20_000));
  clearInterval(timer);
  // Written where everybody waits for it, it would be a handful.
  expect(turns).toBeGreaterThan(40);
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
}, 60_000);

test('rows come in their order, and what breaks while they are read is told', async () => {
  const heads = columns.slice(0, 1);
  const sheets = await readExcelFile(await workbookOf(heads, rows(3, heads)));
  expect(sheets[0]?.data).toEqual([['Head 0'], ['0.0'], ['1.0'], ['2.0']]);
  const broken = workbookOf(columns, failing());
  await expect(broken).rejects.toThrow('The database went away');
});

async function* failing(): AsyncGenerator<string[][]> {
  yield [['x']];
  throw new Error('The database went away');
}
