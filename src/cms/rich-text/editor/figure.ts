import { type Editor, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state';
import { isOwnPicture } from './addresses.ts';

/** An inline picture, from older or pasted content. New pictures are figures. */
export const InlinePicture = Image.extend({
  addAttributes: () => ({
    src: { isRequired: true },
    alt: { default: '' },
    width: { default: null, parseHTML: (element) => sizeOf(element, 'width') },
    height: { default: null, parseHTML: (element) => sizeOf(element, 'height') },
  }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (element) => (isOwnPicture(sourceOf(element)) ? null : false) }],
  addInputRules: () => [],
}).configure({ inline: true });

/** A block picture with an optional caption. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,

  addAttributes: () => ({
    src: { isRequired: true, rendered: false, parseHTML: (element: HTMLElement) => sourceOf(pictureIn(element)) },
    alt: { default: '', rendered: false, parseHTML: (element: HTMLElement) => pictureIn(element)?.alt ?? '' },
    width: { default: null, rendered: false, parseHTML: (element: HTMLElement) => sizeOf(pictureIn(element), 'width') },
    height: {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) => sizeOf(pictureIn(element), 'height'),
    },
  }),

  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: (element) => (isOwnPicture(sourceOf(pictureIn(element))) ? null : false),
      contentElement: (element) =>
        (element as HTMLElement).querySelector('figcaption') ?? document.createElement('figcaption'),
    },
  ],

  renderHTML: ({ node, HTMLAttributes }) => [
    'figure',
    HTMLAttributes,
    ['img', { ...pictureAttributes(node.attrs), contenteditable: 'false' }],
    ['figcaption', node.childCount === 0 ? { 'data-empty': '' } : {}, 0],
  ],

  addKeyboardShortcuts() {
    return {
      Enter: () => leaveCaption(this.editor),
      Backspace: () => selectFromCaption(this.editor),
    };
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleClickOn: (view, _position, node, at, event) => {
            if (node.type !== this.type || !(event.target instanceof HTMLImageElement)) return false;
            view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)));
            return true;
          },
        },
      }),
    ];
  },
});

/** Enter must not split a figure, which would show its picture twice. */
function leaveCaption(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  if ($from.parent.type.name !== 'figure') return false;
  return editor.commands.command(({ tr, state }) => {
    const after = $from.after();
    const paragraph = state.schema.nodes.paragraph?.create();
    if (!paragraph) return false;
    tr.insert(after, paragraph)
      .setSelection(TextSelection.create(tr.doc, after + 1))
      .scrollIntoView();
    return true;
  });
}

function selectFromCaption(editor: Editor): boolean {
  const { $from, empty } = editor.state.selection;
  if (!empty || $from.parent.type.name !== 'figure' || $from.parentOffset > 0) return false;
  return editor.commands.setNodeSelection($from.before());
}

function pictureAttributes(attributes: Record<string, unknown>): Record<string, unknown> {
  const { src, alt, width, height } = attributes;
  return { src, alt, width, height };
}

function pictureIn(figure: HTMLElement): HTMLImageElement | null {
  return figure.querySelector('img');
}

function sourceOf(element: HTMLElement | null): string {
  return element?.getAttribute('src') ?? '';
}

function sizeOf(element: HTMLElement | null, side: 'width' | 'height'): number | null {
  const size = element?.getAttribute(side) ?? '';
  return /^[1-9]\d{0,3}$/.test(size) ? Number(size) : null;
}
