/** For mails, cards, icons and the browser's UI. `brand.unit.test.ts` compares with `tokens.css`. */
export const brand = {
  bg: '#f8f8f2',
  surface: '#ffffff',
  sunken: '#eef0e7',
  line: '#d6dbd0',
  lineStrong: '#728076',
  ink: '#12251e',
  ink2: '#3c4e45',
  ink3: '#55655c',
  green: '#0a5d40',
  greenSoft: '#ddf3e6',
  flame: '#c84119',
  flameInk: '#a03317',
  marigold: '#f7bf3e',
  floor: '#75281a',
  onFloor: '#faeee4',
  onFloor2: '#e3c5b5',
  onSolid: '#ffffff',
} as const;

export const brandAtNight = { bg: '#0d1a19' } as const;

export const krishnachura = {
  petals: ['#d9501e', brand.flame, '#e8622a'],
  /** One of the five petals differs. */
  flag: brand.marigold,
  heart: '#7a1f10',
  leaves: ['#064a31', brand.green, '#12764f'],
} as const;
