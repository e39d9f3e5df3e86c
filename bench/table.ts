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

export function printHead(): void {
  console.log('\n| what | measured | target | |\n| --- | --- | --- | --- |');
}

/** Prints each row at once: the whole run takes many minutes. One that misses its target fails the run. */
export function print(...rows: Row[]): void {
  for (const { what, value, target = '', good } of rows) {
    if (good === false) process.exitCode = 1;
    console.log(`| ${what} | ${value} | ${target} | ${good === undefined ? '' : good ? 'good' : 'MISSED'} |`);
  }
}
