import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/** Marks the empty editor, so that its style can say what to do there. */
export const Placeholder = Extension.create({
  name: 'placeholder',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        attributes: ({ doc }): Record<string, string> => {
          const isEmpty = doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.content.size === 2;
          return isEmpty ? { 'data-empty': '' } : {};
        },
      },
    }),
  ],
});
