import { prepareRichText } from './prepare-rich-text.ts';

interface RichContentProps {
  /** Cleaned by the server: see `rich-text/allow-list.server.ts`. */
  html: string;
  /** The level of the heading that it stands under; its own headings go on from there. */
  under: 1 | 2 | 3;
}

/** What staff wrote in the editor. The one place where ready HTML enters a public page. */
export function RichContent({ html, under }: RichContentProps) {
  return (
    <div
      className="rich"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: every function that reads rich text from the store gives only what `safeRichText` let through the allow list.
      dangerouslySetInnerHTML={{ __html: prepareRichText(html, under) }}
    />
  );
}
