import { latinDigits, linesOf } from '#api/text.ts';

/**
 * Public holidays of Bangladesh, a day and its name in each line. Those of a fixed date are there for 2026 and 2027. The
 * others are the days expected for 2026: the moon moves Shab-e-Barat, Shab-e-Qadr, Jumatul Bidah, both Eids, Ashura and
 * Eid-e-Miladunnabi by a day; Buddha Purnima, Janmashtami and Durga Puja follow lunar calendars too. Staff add those of
 * a new year when they are announced.
 */
export const builtInHolidays = `2026-02-04 Shab-e-Barat
2026-02-21 Language Martyrs’ Day
2026-03-17 Shab-e-Qadr
2026-03-19 Eid-ul-Fitr
2026-03-20 Jumatul Bidah
2026-03-21 Eid-ul-Fitr
2026-03-22 Eid-ul-Fitr
2026-03-23 Eid-ul-Fitr
2026-03-26 Independence Day
2026-04-14 Bengali New Year
2026-05-01 May Day, Buddha Purnima
2026-05-26 Eid-ul-Azha
2026-05-27 Eid-ul-Azha
2026-05-28 Eid-ul-Azha
2026-05-29 Eid-ul-Azha
2026-05-30 Eid-ul-Azha
2026-05-31 Eid-ul-Azha
2026-06-26 Ashura
2026-08-05 July Mass Uprising Day
2026-08-26 Eid-e-Miladunnabi
2026-09-04 Janmashtami
2026-10-20 Durga Puja
2026-10-21 Durga Puja
2026-12-16 Victory Day
2026-12-25 Christmas
2027-02-21 Language Martyrs’ Day
2027-03-26 Independence Day
2027-04-14 Bengali New Year
2027-05-01 May Day
2027-08-05 July Mass Uprising Day
2027-12-16 Victory Day
2027-12-25 Christmas`;

/** The days, YYYY-MM-DD, without their names. */
export function holidaysOf(text: string): string[] {
  return linesOf(text).map((line) => latinDigits(line.slice(0, 10)));
}
