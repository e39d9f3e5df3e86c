import type { CSSProperties } from 'react';
import { brand as colours } from '#brand.ts';
import { type FilledMail, type FilledPiece, mailWords } from './mail-text.ts';

/**
 * The mail as its receiver sees it. Mail programs know tables and inline styles, and little else. The back office draws
 * its preview with the same code.
 */
export function MailBody({ paragraphs, link, brand }: FilledMail) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={styles.ground}>
      <tbody>
        <tr>
          <td align="center" style={styles.margin}>
            <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={styles.sheet}>
              <tbody>
                <tr>
                  <td style={styles.brand}>{brand}</td>
                </tr>
                <tr>
                  <td style={styles.text}>
                    {paragraphs.map((lines, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the places are all that tells paragraphs apart
                      <p key={index} style={styles.paragraph}>
                        {lines.map((line, at) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: and lines
                          <Line key={at} line={line} first={at === 0} />
                        ))}
                      </p>
                    ))}
                    <p style={styles.paragraph}>
                      <a href={link} style={styles.button}>
                        {mailWords.button}
                      </a>
                    </p>
                  </td>
                </tr>
                <tr>
                  <td style={styles.foot}>{mailWords.reason(brand)}</td>
                </tr>
              </tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Line({ line, first }: { line: FilledPiece[]; first: boolean }) {
  return (
    <>
      {!first && <br />}
      {line.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line never move
        <Part key={at} piece={piece} />
      ))}
    </>
  );
}

function Part({ piece }: { piece: FilledPiece }) {
  if (typeof piece === 'string') return piece;
  if ('link' in piece) {
    return (
      <a href={piece.link} style={styles.link}>
        {piece.link}
      </a>
    );
  }
  return <strong style={styles.password}>{piece.password}</strong>;
}

const styles = {
  ground: { width: '100%', margin: 0, backgroundColor: colours.bg },
  margin: { padding: '24px 12px' },
  sheet: {
    width: '100%',
    maxWidth: '600px',
    backgroundColor: colours.surface,
    border: `1px solid ${colours.line}`,
    borderTop: `5px solid ${colours.flame}`,
    fontFamily: "'Noto Sans Bengali', 'Hind Siliguri', 'Nirmala UI', Vrinda, 'Segoe UI', Arial, sans-serif",
    fontSize: '17px',
    lineHeight: '30px',
    color: colours.ink,
    textAlign: 'left',
  },
  brand: {
    padding: '20px 28px 0',
    fontFamily: "'Noto Serif Bengali', 'Nirmala UI', Vrinda, Georgia, serif",
    fontSize: '22px',
    fontWeight: 'bold',
    color: colours.green,
  },
  text: { padding: '8px 28px 8px' },
  paragraph: { margin: '16px 0' },
  link: { color: colours.green, textDecoration: 'underline', wordBreak: 'break-all' },
  password: {
    padding: '2px 8px',
    backgroundColor: colours.sunken,
    fontFamily: "Consolas, Menlo, 'Noto Sans Bengali', monospace",
    wordBreak: 'break-all',
  },
  button: {
    display: 'inline-block',
    padding: '9px 24px',
    borderRadius: '8px',
    backgroundColor: colours.flame,
    fontWeight: 'bold',
    color: colours.onSolid,
    textDecoration: 'none',
  },
  foot: {
    padding: '16px 28px 20px',
    borderTop: `1px solid ${colours.line}`,
    fontSize: '14px',
    lineHeight: '23px',
    color: colours.ink3,
  },
} satisfies Record<string, CSSProperties>;
