import type { CSSProperties } from 'react';
import { brand as colours } from '#brand.ts';
import { MailButton, MailLayout, MailParagraph, mailStyles } from '#mail/mail-layout.tsx';
import { type FilledMail, type FilledPiece, mailWords } from './mail-text.ts';

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
