import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

/** Tables without widths of columns, which are inline styles. A caption of an older text is kept. */
export const tables = [
  Table.extend({
    addAttributes: () => ({
      caption: { default: null, rendered: false, parseHTML: captionOf },
    }),
    parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
    renderHTML: ({ node }) =>
      node.attrs.caption
        ? ['table', ['caption', { contenteditable: 'false' }, node.attrs.caption], ['tbody', 0]]
        : ['table', ['tbody', 0]],
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
