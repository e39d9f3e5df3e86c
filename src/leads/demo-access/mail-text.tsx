import type { CSSProperties } from 'react';
import type { z } from 'zod';
import { brand as colours } from '#brand.ts';
import { t } from '#i18n/text.ts';
import { MailButton, MailLayout, MailParagraph, mailStyles } from '#mail/mail-layout.tsx';
import { builtInSubject, type DemoAccess, type Recipient } from './schema.ts';

/** A mail with everything filled in, before it gets its looks. */
export interface FilledMail {
  subject: string;
  /** Each with its lines; in them, link and password stand apart from text. */
  paragraphs: FilledPiece[][][];
  link: string;
  /** The name of the vendor. */
  brand: string;
}

type FilledPiece = string | { link: string } | { password: string };

const mailWords = {
  button: 'ডেমো খুলুন',
  link: 'ডেমো লিংক: ',
  password: 'পাসওয়ার্ড: ',
  reason: (brand: string) =>
    `${brand}-এর ওয়েবসাইটে এই ঠিকানা দিয়ে ডেমো চাওয়া হয়েছে বলে ইমেইলটি পাঠানো হলো। অনুরোধটি আপনার না হলে কিছুই করতে হবে না।`,
} as const;

/**
 * Fills the templates for one person. A message that names no link or no password gets them at its end: they were
 * promised. Texts of before may have a line with the last day of the access, which has none: it is left out.
 */
export function fillMail(access: DemoAccess, recipient: Recipient, brand: string): FilledMail {
  const { link, password } = access;
  const values: Record<Placeholder, FilledPiece> = {
    name: escapeForMail(recipient.name),
    institute: escapeForMail(recipient.institute),
    link: { link },
    password: { password },
    expires: '',
  };
  const message = readTemplate(access.message);
  const fill = (piece: Piece) => (typeof piece === 'string' ? piece : values[piece.placeholder]);
  const paragraphs = access.message
    .split(/\n{2,}/)
    .map((paragraph) => {
      const lines = paragraph.split('\n').map(readTemplate);
      return lines.filter((line) => !hasPlaceholder(line, 'expires')).map((line) => line.map(fill));
    })
    .filter((lines) => lines.length > 0);
  const missing: FilledPiece[][] = [];
  if (!hasPlaceholder(message, 'link')) missing.push([mailWords.link, values.link]);
  if (!hasPlaceholder(message, 'password')) missing.push([mailWords.password, values.password]);
  if (missing.length > 0) paragraphs.push(missing);
  return { subject: fillSubject(readTemplate(access.subject), fill), paragraphs, link, brand };
}

/**
 * Without the words of visitors, and what these leave behind at its ends: the form mails any address that is typed, and
 * nobody may write the subject of what strangers get from us.
 */
function fillSubject(pieces: Piece[], fill: (piece: Piece) => FilledPiece): string {
  const ours = pieces.filter((piece) => !hasPlaceholder([piece], 'name') && !hasPlaceholder([piece], 'institute'));
  const subject = ours.map(fill).map(asText).join('').replace(/\s+/gu, ' ').trim();
  if (ours.length === pieces.length) return subject;
  return subject.replace(/^[\s,;:\p{Pd}]+|[\s,;:\p{Pd}]+$/gu, '') || builtInSubject;
}

/** The mail for those who read without pictures and colours. */
export function mailPlainText({ paragraphs, brand }: FilledMail): string {
  const blocks = paragraphs.map((lines) => lines.map((line) => line.map(asText).join('')).join('\n'));
  return `${[...blocks, `--\n${mailWords.reason(brand)}`].join('\n\n')}\n`;
}

function asText(piece: FilledPiece): string {
  if (typeof piece === 'string') return piece;
  return 'link' in piece ? piece.link : piece.password;
}

/** What a template can leave to be filled in. */
type Placeholder = 'name' | 'institute' | 'link' | 'password' | 'expires';

/** A template as it is read: text, and between it what is to be filled in. */
type Piece = string | { placeholder: Placeholder };

/** Offered to staff, with what each one stands for. */
export const placeholders: { name: Placeholder; means: string }[] = [
  { name: 'name', means: 'name of the person' },
  { name: 'institute', means: 'name of the institute' },
  { name: 'link', means: 'demo link' },
  { name: 'password', means: 'demo password' },
];

const spellings: Record<string, Placeholder> = {
  name: 'name',
  institute: 'institute',
  institute_name: 'institute',
  link: 'link',
  demo_link: 'link',
  password: 'password',
  demo_password: 'password',
  expires: 'expires',
  valid_until: 'expires',
  নাম: 'name',
  প্রতিষ্ঠান: 'institute',
  লিংক: 'link',
  পাসওয়ার্ড: 'password',
  মেয়াদ: 'expires',
};

const known = new Map(Object.entries(spellings).map(([spelling, name]) => [spelling.normalize('NFC'), name]));

/** `{name}`, and for whoever is used to it `{{name}}`. */
const pattern = /\{\{?([^{}\n]{1,60})\}?\}/gu;

/** Reads a template once. What is filled in is never read again, so that no name can bring a placeholder along. */
export function readTemplate(template: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of template.matchAll(pattern)) {
    const placeholder = meaningOf(match[1]);
    if (!placeholder) continue;
    pieces.push(template.slice(done, match.index), { placeholder });
    done = match.index + match[0].length;
  }
  return [...pieces, template.slice(done)].filter((piece) => piece !== '');
}

/** What stands in braces and means nothing, as it was written. */
export function unknownPlaceholders(template: string): string[] {
  const unknown = [...template.matchAll(pattern)].filter((match) => match[1]?.trim() && !meaningOf(match[1]));
  return [...new Set(unknown.map(([written]) => written))];
}

export function onlyKnownPlaceholders<T extends z.ZodType<string | undefined>>(text: T) {
  return text.superRefine((template, context) => {
    const unknown = unknownPlaceholders(template ?? '');
    if (unknown.length === 0) return;
    const known = placeholders.map(({ name }) => `{${name}}`).join(', ');
    context.addIssue(t`There is nothing to fill in for ${unknown.join(', ')}. You can use ${known}.`);
  });
}

export function hasPlaceholder(pieces: Piece[], placeholder: Placeholder): boolean {
  return pieces.some((piece) => typeof piece !== 'string' && piece.placeholder === placeholder);
}

function meaningOf(written = ''): Placeholder | undefined {
  return known.get(written.trim().toLowerCase().normalize('NFC'));
}

const graphemes = new Intl.Segmenter('bn', { granularity: 'grapheme' });

/** Code points of a name in a mail. */
const most = 120;

/**
 * What a visitor typed, fit for a mail of ours to somebody: one line, not too long, and without addresses that a mail
 * program would turn into links, so that nobody's advertisement travels in our name.
 */
export function escapeForMail(text: string): string {
  const line = text
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, ' ')
    // A dot between letters makes an address; with a space after it, it ends an abbreviation.
    .replace(/[.\u3002\uFF0E\uFF61](?=[^\s.])/gu, '. ')
    .replace(/:?\/\/+/g, ' ')
    .replace(/@/g, ' @ ')
    .replace(/\s+/gu, ' ')
    .trim();
  return cut(line);
}

function cut(line: string): string {
  if ([...line].length <= most) return line;
  let kept = '';
  let length = 0;
  for (const { segment } of graphemes.segment(line)) {
    length += [...segment].length;
    if (length >= most) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The mail with link and password as its receiver sees it. */
export function MailBody({ paragraphs, link, brand }: FilledMail) {
  return (
    <MailLayout brand={brand} reason={mailWords.reason(brand)}>
      {paragraphs.map((lines, index) => (
        <MailParagraph
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are all that tells paragraphs apart
          key={index}
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line never move
          lines={lines.map((line) => line.map((piece, at) => <Part key={at} piece={piece} />))}
        />
      ))}
      <MailButton link={link}>{mailWords.button}</MailButton>
    </MailLayout>
  );
}

function Part({ piece }: { piece: FilledPiece }) {
  if (typeof piece === 'string') return piece;
  if ('link' in piece) {
    return (
      <a href={piece.link} style={mailStyles.link}>
        {piece.link}
      </a>
    );
  }
  return <strong style={password}>{piece.password}</strong>;
}

const password: CSSProperties = {
  padding: '2px 8px',
  backgroundColor: colours.sunken,
  fontFamily: "Consolas, Menlo, 'Noto Sans Bengali', monospace",
  wordBreak: 'break-all',
};
