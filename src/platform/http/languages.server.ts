import type { IncomingHttpHeaders } from 'node:http';

const english = new Map<string, string>();

export function inBothLanguages(bengali: string, inEnglish: string): string {
  english.set(bengali, inEnglish);
  return bengali;
}

export function inEnglish(message: string): string {
  return english.get(message) ?? message;
}

/** Browsers get Bengali whatever their `Accept-Language`, like the page around the message. */
export function isProgram(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? '';
  if (/^Mozilla\//.test(agent)) return false;
  const [, language] = /\b(bn|en)\b/i.exec(headers['accept-language'] ?? '') ?? [];
  return language ? language.toLowerCase() === 'en' : agent !== '';
}
