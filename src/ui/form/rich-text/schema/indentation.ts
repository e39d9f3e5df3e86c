import { Extension } from '@tiptap/core';

const tab = '\u00a0'.repeat(4);

/** Tab where neither a list, a table nor code has a meaning for it. Escape, then Tab leaves the editor; see use-leaving.ts. */
export const Indentation = Extension.create({
  name: 'indentation',
  // Behind lists, tables and code.
  priority: 1,
  addKeyboardShortcuts() {
    return {
      Tab: () => {
        const { $from } = this.editor.state.selection;
        if ($from.depth > 0 && $from.node(-1)?.type.name === 'listItem') return true;
        // Spaces that browsers do not fold into one.
        return this.editor.commands.command(({ tr }) => Boolean(tr.insertText(tab).scrollIntoView()));
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
