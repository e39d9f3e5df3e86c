/** One character in the alphabet of old phones, and those that take the place of two. */
const single = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const double = new Set('^{}\\[~]|€\f');

/** In characters. */
export const longestSms = 1_000;

/** How long a text is as gateways count it, and in how many parts it goes, each of which costs. */
export interface SmsLength {
  units: number;
  parts: number;
  /** What fits into the parts that there are. */
  room: number;
  /** Whether it has letters beyond the alphabet of old phones, as Bengali has: far less fits then. */
  isUnicode: boolean;
}

export function smsLength(text: string): SmsLength {
  const characters = [...text];
  const isUnicode = characters.some((character) => !single.has(character) && !double.has(character));
  const units = isUnicode
    ? text.length
    : characters.reduce((sum, character) => sum + (double.has(character) ? 2 : 1), 0);
  const [alone, together] = isUnicode ? [70, 67] : [160, 153];
  const parts = units <= alone ? Math.min(1, units) : Math.ceil(units / together);
  return { units, parts, room: parts > 1 ? parts * together : alone, isUnicode };
}
