import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { brand as colours } from '#brand.ts';

interface MailSheetProps {
  brand: string;
  reason?: string | undefined;
  children: ReactNode;
}

/**
 * Layout of every mail. Tables and inline styles only: mail clients support little else. The admin renders its preview
 * with the same code.
 */
export function MailLayout({ brand, reason, children }: MailSheetProps) {
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
                  <td style={styles.text}>{children}</td>
                </tr>
                {reason && (
                  <tr>
                    <td style={styles.foot}>{reason}</td>
                  </tr>
                )}
              </tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Line breaks in a line are kept. */
export function MailParagraph({ lines }: { lines: ReactNode[] }) {
  return (
    <p style={mailStyles.paragraph}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places are all that tells lines apart
        <Fragment key={at}>
          {at > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </p>
  );
}

export function MailButton({ link, children }: { link: string; children: ReactNode }) {
  return (
    <p style={mailStyles.paragraph}>
      <a href={link} style={mailStyles.button}>
        {children}
      </a>
    </p>
  );
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
  foot: {
    padding: '16px 28px 20px',
    borderTop: `1px solid ${colours.line}`,
    fontSize: '14px',
    lineHeight: '23px',
    color: colours.ink3,
  },
} satisfies Record<string, CSSProperties>;

export const mailStyles = {
  heading: { margin: '20px 0 -8px', fontSize: '18px', lineHeight: '28px', color: colours.ink },
  paragraph: { margin: '16px 0' },
  link: { color: colours.green, textDecoration: 'underline', wordBreak: 'break-all' },
  button: {
    display: 'inline-block',
    padding: '9px 24px',
    borderRadius: '8px',
    backgroundColor: colours.flame,
    fontWeight: 'bold',
    color: colours.onSolid,
    textDecoration: 'none',
  },
} satisfies Record<string, CSSProperties>;
