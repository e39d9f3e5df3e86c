/** Lengths in characters; maximum number of leads or rows in one call. */
export const leadLimits = {
  name: 190,
  number: 40,
  email: 254,
  lostReason: 255,
  nextStep: 255,
  note: 5_000,
  bulk: 500,
  selected: 10_000,
  merge: 50,
  value: 1_000_000_000,
  importRows: 5_000,
  importBytes: 4 * 2 ** 20,
  xlsxRows: 20_000,
} as const;

export const eraseWord = 'ERASE';
