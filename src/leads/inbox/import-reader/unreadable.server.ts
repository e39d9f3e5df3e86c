export class Unreadable extends Error {}

export function brokenWorkbook(): Unreadable {
  return new Unreadable('The workbook is broken. Open it, save it again as .xlsx, and choose it once more.');
}

export function tooLargeWorkbook(): Unreadable {
  return new Unreadable('Unpacked the workbook is too large. Save the sheet alone, or split it into smaller ones.');
}
