import { expect, test } from 'vitest';
import { calendarFile } from './ics.server.ts';

const event = {
  uid: 'lead-7@prangon.example',
  day: '2026-12-31',
  summary: 'Call again: শাপলা, বালিকা',
  description: 'One;\r\ntwo\\three',
  url: 'https://prangon.example/admin/Contact-information?lead=7',
  changedAt: '2026-11-23T05:06:07.890Z',
};

test('an event fills its day, the last of a year too, and its texts are escaped', () => {
  const lines = calendarFile('Next steps', [event]).split('\r\n');
  expect(lines).toContain('DTSTART;VALUE=DATE:20261231');
  expect(lines).toContain('DTEND;VALUE=DATE:20270101');
  expect(lines).toContain('DTSTAMP:20261123T050607Z');
  expect(lines).toContain('SUMMARY:Call again: শাপলা\\, বালিকা');
  expect(lines).toContain('DESCRIPTION:One\\;\\ntwo\\\\three');
  expect(lines.at(-1)).toBe('');
});

test('long lines are folded at 75 octets, between letters', () => {
  const summary = `${'রূপসা আদর্শ উচ্চ বিদ্যালয় '.repeat(6)}😀`.repeat(2);
  const file = calendarFile('Next steps', [{ ...event, summary }]);
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toContain('\ufffd');
  }
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}\r\n`);
});
