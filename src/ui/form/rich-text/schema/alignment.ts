import { TextAlign } from '@tiptap/extension-text-align';

/**
 * Where lines begin, as classes: inline styles are not let through by the content security policy. Bengali is never
 * justified, so there is no such side.
 */
export const Alignment = TextAlign.extend({
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
