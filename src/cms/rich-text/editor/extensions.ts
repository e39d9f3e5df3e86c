import { type Editor, Extension, Mark, Node, wrappingInputRule } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { TextAlign } from '@tiptap/extension-text-align';
import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state';
import { StarterKit } from '@tiptap/starter-kit';
import { latinDigits } from '#api/text.ts';
import { asYoutubeId } from '#api/youtube.ts';
import { isOwnPicture, isSafeHref } from './addresses.ts';

/** An inline picture, from older or pasted content. New pictures are figures. */
const InlinePicture = Image.extend({
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
const Figure = Node.create({
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

/** Text alignment as classes, because the CSP blocks inline styles. Bengali is never justified. */
const Alignment = TextAlign.extend({
  // Pasted into an empty paragraph, the first one keeps its side and direction.
  extendNodeSchema: ({ name }) => ({ definingForContent: name === 'paragraph' }),

  addGlobalAttributes() {
    return [
      {
        types: [...this.options.types, 'tableCell', 'tableHeader'],
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) => sides.find((side) => element.classList.contains(`align-${side}`)) ?? null,
            renderHTML: ({ textAlign }) => (textAlign ? { class: `align-${textAlign}` } : {}),
          },
        },
      },
      {
        types: ['paragraph', 'heading', 'bulletList', 'orderedList', 'table', 'tableCell', 'tableHeader'],
        attributes: { dir: { default: null, parseHTML: directionOf } },
      },
    ];
  },

  addKeyboardShortcuts() {
    return {
      'Mod-Shift-l': () => this.editor.commands.unsetTextAlign(),
      'Mod-Shift-e': () => this.editor.commands.setTextAlign('center'),
      'Mod-Shift-r': () => this.editor.commands.setTextAlign('right'),
    };
  },
}).configure({ types: ['paragraph', 'heading', 'figure'], alignments: ['left', 'center', 'right'] });

const sides = ['left', 'center', 'right'];

/** Of a text in Arabic; pages find out that of the others. */
function directionOf(element: HTMLElement): 'rtl' | null {
  return element.closest<HTMLElement>('[dir]')?.dir === 'rtl' ? 'rtl' : null;
}

/** From this number of blocks on, the browser skips rendering of those outside the viewport. */
const long = 200;

/** Marks an empty document for its placeholder, and a long one for `content-visibility`. */
const Extent = Extension.create({
  name: 'extent',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        attributes: ({ doc }): Record<string, string> => {
          if (doc.childCount > long) return { 'data-long': '' };
          const isEmpty = doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.content.size === 2;
          return isEmpty ? { 'data-empty': '' } : {};
        },
      },
    }),
  ],
});

const indent = '\u00a0'.repeat(4);

/** Tab outside of lists and tables: inserts non-collapsing spaces. Escape, then Tab leaves the editor. */
const Indentation = Extension.create({
  name: 'indentation',
  // After lists and tables.
  priority: 1,
  // Bengali numbers begin a list, as others do.
  addInputRules() {
    const type = this.editor.schema.nodes.orderedList;
    const start = ([, number = '']: string[]) => ({ start: Number(latinDigits(number)) });
    return type ? [wrappingInputRule({ find: /^([০-৯]{1,4})\.\s$/, type, getAttributes: start })] : [];
  },
  addKeyboardShortcuts() {
    return {
      Tab: () => {
        const { $from } = this.editor.state.selection;
        if ($from.depth > 0 && $from.node(-1)?.type.name === 'listItem') return true;
        // TipTap inserts spaces as HTML, which Trusted Types block.
        return this.editor.commands.command(({ tr }) => Boolean(tr.insertText(indent).scrollIntoView()));
      },
      'Shift-Tab': () => {
        const { $from, empty, from } = this.editor.state.selection;
        const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
        const spaces = /[ \u00a0]{1,4}$/.exec(before)?.[0].length ?? 0;
        if (empty && spaces > 0) this.editor.commands.deleteRange({ from: from - spaces, to: from });
        return true;
      },
    };
  },
});

/** Code and subscript come with older and pasted texts only. TipTap's own mark of code drops links and emphasis around it. */
const InlineCode = Mark.create({
  name: 'code',
  code: true,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: () => ['code', 0],
});

/** They exclude each other. */
const scripts = Object.entries({ subscript: 'sub', superscript: 'sup' }).map(([name, tag]) =>
  Mark.create({
    name,
    excludes: 'subscript superscript',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return tag === 'sup' ? { 'Mod-.': () => this.editor.commands.toggleMark(name) } : {};
    },
  }),
);

const colours = ['red', 'orange', 'green', 'teal', 'blue', 'purple', 'gray'];

/** Text colours of older content. The toolbar offers none, but opening a text must not lose them. */
const Colour = Mark.create({
  name: 'colour',
  addAttributes() {
    return {
      name: {
        isRequired: true,
        parseHTML: colourOf,
        renderHTML: ({ name }) => ({ class: `colour-${name}` }),
      },
    };
  },
  parseHTML: () => [{ tag: 'span[class]', getAttrs: (element) => (colourOf(element) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

function colourOf(element: HTMLElement): string | null {
  return colours.find((name) => element.classList.contains(`colour-${name}`)) ?? null;
}

/**
 * Tables without column widths, which are inline styles. The public page colours the states of a status table, see
 * src/ui/site/rich-content.tsx.
 */
const tables = [
  Table.extend({
    addAttributes: () => ({
      caption: { default: null, rendered: false, parseHTML: captionOf },
      status: { default: false, rendered: false, parseHTML: (table) => table.classList.contains('status-table') },
    }),
    parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
    renderHTML: ({ node: { attrs } }) => {
      const tableAttributes = { class: attrs.status ? 'status-table' : null, dir: attrs.dir };
      return attrs.caption
        ? ['table', tableAttributes, ['caption', { contenteditable: 'false' }, attrs.caption], ['tbody', 0]]
        : ['table', tableAttributes, ['tbody', 0]];
    },
    addNodeView: () => null,
  }),
  TableRow,
  TableCell.extend({ addAttributes: () => ({ colspan: span('colspan'), rowspan: span('rowspan') }) }),
  TableHeader.extend({ addAttributes: () => ({ colspan: span('colspan'), rowspan: span('rowspan') }) }),
];

function captionOf(table: HTMLElement): string | null {
  return table.querySelector(':scope > caption')?.textContent?.replace(/\s+/g, ' ').trim() || null;
}

function span(name: 'colspan' | 'rowspan') {
  return {
    default: 1,
    parseHTML: (cell: HTMLElement) => Math.min(100, Math.max(1, Number(cell.getAttribute(name)) || 1)),
    renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
  };
}

/** A YouTube video: an empty block with its id. The public page renders the player. */
const Video = Node.create({
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
  return asYoutubeId(element.getAttribute('data-youtube') ?? '');
}

/** The schema matches the server's allow-list, see src/cms/rich-text/clean.server.ts. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    undoRedo: { depth: 200 },
    dropcursor: { color: false, class: 'rich-text-drop', width: 3 },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isSafeHref,
      // Names with dots are common in Bengali; only text with a scheme is linked automatically.
      shouldAutoLink: (url) => /^(?:https:\/\/|mailto:)/i.test(url),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  InlineCode,
  ...scripts,
  Colour,
  InlinePicture,
  Figure,
  ...tables,
  Video,
  Alignment,
  Indentation,
  Extent,
];
