import { type Editor, Extension, Mark, markInputRule, Node } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { TextAlign } from '@tiptap/extension-text-align';
import { Plugin } from '@tiptap/pm/state';
import { StarterKit } from '@tiptap/starter-kit';
import { isSafeHref } from './addresses.ts';
import { Figure, InlinePicture } from './figure.ts';

/** Text alignment as classes, because the CSP blocks inline styles. Bengali is never justified. */
const Alignment = TextAlign.extend({
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

const noFolding = '\u00a0';
const size = 4;

/** Tab outside of lists, tables and code: inserts non-collapsing spaces. Escape, then Tab leaves the editor. */
const Indentation = Extension.create({
  name: 'indentation',
  // After lists and tables.
  priority: 1,
  addKeyboardShortcuts() {
    return {
      Tab: () => {
        const { $from } = this.editor.state.selection;
        if ($from.depth > 0 && $from.node(-1)?.type.name === 'listItem') return true;
        return insert(this.editor, noFolding.repeat(size));
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

/** TipTap inserts the spaces as HTML, which Trusted Types block. */
const CodeIndentation = Extension.create({
  name: 'codeIndentation',
  priority: 1_000,
  addKeyboardShortcuts() {
    return {
      Tab: () => {
        const { $from, empty } = this.editor.state.selection;
        return empty && $from.parent.type.spec.code === true && insert(this.editor, ' '.repeat(size));
      },
    };
  },
});

function insert(editor: Editor, text: string): boolean {
  return editor.commands.command(({ tr }) => Boolean(tr.insertText(text).scrollIntoView()));
}

/** Inline code. TipTap's own mark drops links and emphasis around it. */
const InlineCode = Mark.create({
  name: 'code',
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: () => ['code', 0],
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.name) };
  },
  addInputRules() {
    return [markInputRule({ find: /(?:^|[^`])(`([^`]+)`)$/, type: this.type })];
  },
});

/** Subscript and superscript exclude each other. */
const scripts = (
  [
    ['subscript', 'sub', 'Mod-,'],
    ['superscript', 'sup', 'Mod-.'],
  ] as const
).map(([name, tag, key]) =>
  Mark.create({
    name,
    excludes: 'subscript superscript',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
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
      const tableAttributes = { class: attrs.status ? 'status-table' : null };
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
  const id = element.getAttribute('data-youtube') ?? '';
  return /^[\w-]{11}$/.test(id) ? id : null;
}

/** The schema matches the server's allow-list, see src/cms/rich-text/allow-list.server.ts. */
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
  CodeIndentation,
  Extent,
];
