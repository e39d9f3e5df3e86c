import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/** From so many blocks on, the browser is spared those that are out of sight. */
const long = 200;

/** Marks the empty text, so that its style can say what to do there, and the long one. */
export const Extent = Extension.create({
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
