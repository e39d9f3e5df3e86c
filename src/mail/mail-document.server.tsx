import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MailButton, MailLayout, MailParagraph, mailStyles } from './mail-layout.tsx';

export interface MailPart {
  heading?: string;
  lines?: MailLine[];
  button?: Required<MailLine>;
}

/** User text is passed in unescaped. */
export interface MailLine {
  text: string;
  link?: string;
}

/** Renders a mail to staff as text and HTML. `reason`: why the recipient gets it. */
export function renderMailParts(
  { lang, brand, reason }: { lang: 'bn' | 'en'; brand: string; reason?: string | undefined },
  parts: readonly MailPart[],
) {
  const texts = [...parts.map(partAsText), ...(reason ? [`--\n${reason}`] : [])];
  const layout = (
    <MailLayout brand={brand} reason={reason}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places are all that tells parts apart
        <Part key={at} {...part} />
      ))}
    </MailLayout>
  );
  return { text: `${texts.join('\n\n')}\n`, html: mailDocument(lang, layout) };
}

function partAsText({ heading, lines = [], button }: MailPart): string {
  const all = [...lines, ...(button ? [button] : [])];
  return [heading, ...all.map(({ text, link }) => (link ? `${text}\n  ${link}` : text))].filter(Boolean).join('\n');
}

function Part({ heading, lines, button }: MailPart) {
  return (
    <>
      {heading && <h2 style={mailStyles.heading}>{heading}</h2>}
      {lines && <MailParagraph lines={lines.map(lineOf)} />}
      {button && <MailButton link={button.link}>{button.text}</MailButton>}
    </>
  );
}

function lineOf({ text, link }: MailLine) {
  if (!link) return text;
  return (
    <a key={link} href={link} style={mailStyles.link}>
      {text}
    </a>
  );
}

export function mailDocument(lang: 'bn' | 'en', sheet: ReactElement): string {
  return [
    `<!DOCTYPE html><html lang="${lang}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    // Opts out of automatic dark mode in mail clients.
    '<meta name="color-scheme" content="light"><title></title></head><body style="margin:0">',
    renderToStaticMarkup(sheet),
    '</body></html>',
  ].join('');
}
