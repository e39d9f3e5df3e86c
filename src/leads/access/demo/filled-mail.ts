import { bengaliDate } from '#ui/site/bengali.ts';
import { harmless } from './harmless.ts';
import { type Piece, type Placeholder, readTemplate, uses } from './placeholders.ts';
import type { DemoAccess, Requester } from './schema.ts';

/** A mail with everything filled in, before it gets its looks. */
export interface FilledMail {
  subject: string;
  /** Each with its lines; in them, link and password stand apart from text. */
  paragraphs: FilledPiece[][][];
  link: string;
  /** The name of the vendor. */
  brand: string;
}

export type FilledPiece = string | { link: string } | { password: string };

export const mailWords = {
  button: 'ডেমো খুলুন',
  link: 'ডেমো লিংক: ',
  password: 'পাসওয়ার্ড: ',
  expires: 'মেয়াদের শেষ দিন: ',
  reason: (brand: string) =>
    `${brand}-এর ওয়েবসাইটে এই ঠিকানা দিয়ে ডেমো চাওয়া হয়েছে বলে ইমেইলটি পাঠানো হলো। অনুরোধটি আপনার না হলে কিছুই করতে হবে না।`,
} as const;

/**
 * Fills the templates for one person. A message that names no link or no password gets them at its end: they were
 * promised. A line that tells until when they are good is left out where they don't end, and added where they do.
 */
export function fillMail(access: DemoAccess, requester: Requester, brand: string): FilledMail {
  const values = { name: harmless(requester.name), institute: harmless(requester.institute) };
  const message = readTemplate(access.message);
  const fill = (piece: Piece): FilledPiece =>
    typeof piece === 'string' ? piece : filled(piece.placeholder, access, values);
  const paragraphs = access.message
    .split(/\n{2,}/)
    .map((paragraph) => {
      const lines = paragraph.split('\n').map(readTemplate);
      return lines.filter((line) => access.expiresOn || !uses(line, 'expires')).map((line) => line.map(fill));
    })
    .filter((lines) => lines.length > 0);
  const missing: FilledPiece[][] = [];
  if (!uses(message, 'link')) missing.push([mailWords.link, { link: access.link }]);
  if (!uses(message, 'password')) missing.push([mailWords.password, { password: access.password }]);
  if (access.expiresOn && !uses(message, 'expires')) missing.push([mailWords.expires, bengaliDate(access.expiresOn)]);
  if (missing.length > 0) paragraphs.push(missing);
  const subject = readTemplate(access.subject).map(fill).map(asText).join('');
  return { subject: subject.replace(/\s+/gu, ' ').trim(), paragraphs, link: access.link, brand };
}

/** The mail for those who read without pictures and colours. */
export function plainText({ paragraphs, brand }: FilledMail): string {
  const blocks = paragraphs.map((lines) => lines.map((line) => line.map(asText).join('')).join('\n'));
  return `${[...blocks, `--\n${mailWords.reason(brand)}`].join('\n\n')}\n`;
}

function filled(
  placeholder: Placeholder,
  { link, password, expiresOn = '' }: DemoAccess,
  values: Record<'name' | 'institute', string>,
): FilledPiece {
  if (placeholder === 'link') return { link };
  if (placeholder === 'password') return { password };
  if (placeholder === 'expires') return bengaliDate(expiresOn);
  return values[placeholder];
}

function asText(piece: FilledPiece): string {
  if (typeof piece === 'string') return piece;
  return 'link' in piece ? piece.link : piece.password;
}
