import { StarterKit } from '@tiptap/starter-kit';
import { isSafeHref } from './addresses.ts';
import { Alignment } from './alignment.ts';
import { Extent } from './extent.ts';
import { CodeIndentation, Indentation } from './indentation.ts';
import { Colour, InlineCode } from './marks.ts';
import { Figure, InlinePicture } from './pictures.ts';
import { tables } from './tables.ts';
import { Video } from './video.ts';

/** What a text may consist of: the server's allow-list, see src/server/rich-text/allow-list.server.ts. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: { enableTabIndentation: true, tabSize: 4 },
    undoRedo: { depth: 200 },
    dropcursor: { color: false, class: 'rich-text-drop', width: 3 },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isSafeHref,
      // Names with dots are common in Bengali texts; only what says that it is an address becomes a link by itself.
      shouldAutoLink: (url) => /^(?:https:\/\/|mailto:)/i.test(url),
      HTMLAttributes: { target: null, rel: 'noopener noreferrer nofollow ugc', class: null },
    },
  }),
  InlineCode,
  Colour,
  InlinePicture,
  Figure,
  ...tables,
  Video,
  Alignment,
  Indentation,
  CodeIndentation,
  Extent,
];
