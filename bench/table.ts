/** One line of the result. */
export interface Row {
  what: string;
  value: string;
  target?: string;
  good?: boolean;
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return (
    (sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2) ?? Number.NaN
  );
}

/** A Markdown table, so that it can be put into a document as it is. */
export function printTable(rows: Row[]): void {
  console.log('\n| what | measured | target | |\n| --- | --- | --- | --- |');
  for (const { what, value, target = '', good } of rows) {
    console.log(`| ${what} | ${value} | ${target} | ${good === undefined ? '' : good ? 'good' : 'MISSED'} |`);
  }
}
