const moment = new Intl.DateTimeFormat('en-GB', {
  ...{ day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: 'Asia/Dhaka',
} as const);

/** '05 Nov 2025, 11:42', by the clock of the office in Dhaka. */
export function momentInWords(iso: string): string {
  return moment.format(Date.parse(iso)).replace('Sept', 'Sep');
}
