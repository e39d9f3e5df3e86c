import type { IncomingHttpHeaders } from 'node:http';

const english = new Map<string, string>();

/** A fixed message for visitors, with what programs are told in its place. Answers the one for visitors. */
export function inBothLanguages(bengali: string, inEnglish: string): string {
  english.set(bengali, inEnglish);
  return bengali;
}

/** The message as programs are told it, where it has another one for them. */
export function inEnglish(message: string): string {
  return english.get(message) ?? message;
}

/**
 * Whether messages should be in English: for who asks for it, or calls itself by the name of a program. Visitors read Bengali
 * whatever their browser is set to, as the page around the message is in Bengali; so does who says nothing of itself.
 */
export function isProgram(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? '';
  if (/^Mozilla\//.test(agent)) return false;
  const [, asked] = /\b(bn|en)\b/i.exec(headers['accept-language'] ?? '') ?? [];
  return asked ? asked.toLowerCase() === 'en' : agent !== '';
}
