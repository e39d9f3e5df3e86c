import { Node } from '@tiptap/core';

/** A film on YouTube: an empty block that names it. The public page draws the player. */
export const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    id: {
      isRequired: true,
      parseHTML: idOf,
      renderHTML: ({ id }) => ({ 'data-youtube': id }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-youtube]', getAttrs: (element) => (idOf(element) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
});

function idOf(element: HTMLElement): string | null {
  const id = element.getAttribute('data-youtube') ?? '';
  return /^[\w-]{11}$/.test(id) ? id : null;
}
