import os from 'node:os';

/** Spellings of an IPv4 address that the system's resolver takes, and of those that hold it in IPv6. */
export function spellingsOf(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (part: number) => `0x${part.toString(16)}`;
  const octal = (part: number) => `0${part.toString(8)}`;
  const halves = [a * 256 + b, c * 256 + d].map((half) => half.toString(16)).join(':');
  return [
    address,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    ...[whole, hex(whole), octal(whole)].map(String),
    ...[hex, octal].flatMap((spell) => [
      [a, b, c, d].map(spell).join('.'),
      `${spell(a)}.${b}.${c}.${d}`,
      `${spell(a)}.${spell((b * 256 + c) * 256 + d)}`,
    ]),
    ...['::ffff:', '0:0:0:0:0:ffff:', '64:ff9b::'].flatMap((prefix) => [`${prefix}${address}`, `${prefix}${halves}`]),
  ];
}

/** This machine and the networks around it, in many spellings. */
export const hostsInside: string[] = [
  ...spellingsOf('127.0.0.1'),
  ...['localhost', 'LOCALHOST', 'localhost.', os.hostname()],
  ...['0', '0.0.0.0', '::', '::1', '0:0:0:0:0:0:0:1', 'fe80::1', 'fd00::1', '2002:7f00:1::'],
  ...['10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1'],
];
