import { Mark, markInputRule } from '@tiptap/core';

/** Code inside a line. TipTap's own mark drops links and emphasis around it. */
export const InlineCode = Mark.create({
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

const colours = ['red', 'orange', 'green', 'teal', 'blue', 'purple', 'gray'];

/** Colours of older texts. The toolbar offers none, but opening a text must not lose them. */
export const Colour = Mark.create({
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
