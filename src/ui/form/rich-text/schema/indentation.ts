import { type Editor, Extension } from '@tiptap/core';

const noFolding = '\u00a0';
const size = 4;

/**
 * Tab where neither a list, a table nor code has a meaning for it: spaces that browsers do not fold into one. Escape,
 * then Tab leaves the editor; see use-leaving.ts.
 */
export const Indentation = Extension.create({
  name: 'indentation',
  // Behind lists and tables.
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

/** TipTap inserts the spaces as HTML, and the content security policy asks who vouches for it. */
export const CodeIndentation = Extension.create({
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
