import { expect, test } from 'vitest';
import { afterQuietHours } from './staff-mail.server.ts';

/** In Dhaka, which is six hours ahead of UTC. */
const at = (time: string) => new Date(`2026-11-${time}:00+06:00`);
const night = { quiet_from: 22, quiet_until: 7 };
const noon = { quiet_from: 13, quiet_until: 15 };

test.each([
  ['before a night', night, '20T21:59', '20T21:59'],
  ['as the night begins', night, '20T22:00', '21T07:00'],
  ['after midnight', night, '21T00:30', '21T07:00'],
  ['in its last minute', night, '21T06:59', '21T07:00'],
  ['as the night ends', night, '21T07:00', '21T07:00'],
  ['while UTC still has the day before', night, '30T23:30', '31T07:00'],
  ['before a rest at noon', noon, '20T12:59', '20T12:59'],
  ['in it', noon, '20T14:10', '20T15:00'],
  ['after it', noon, '20T15:00', '20T15:00'],
  ['until midnight', { quiet_from: 20, quiet_until: 0 }, '20T23:00', '21T00:00'],
  ['without quiet hours', { quiet_from: 8, quiet_until: 8 }, '20T08:10', '20T08:10'],
])('a mail %s', (_when, hours, now, sent) => {
  const expected = sent === '31T07:00' ? new Date('2026-12-01T07:00:00+06:00') : at(sent);
  expect(afterQuietHours(at(now), hours)).toEqual(expected);
});
