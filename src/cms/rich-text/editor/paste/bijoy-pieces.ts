import type { Fragment, Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import { looksLikeBijoy } from '#ui/form/bijoy/suspect.ts';

/** The pasted text runs, if the paste as a whole looks like Bijoy. */
export function findBijoy(content: Fragment): string[] {
  const pieces: string[] = [];
  content.descendants((node) => {
    if (node.text && /[A-Za-z`_†‡]/.test(node.text)) pieces.push(node.text);
  });
  return looksLikeBijoy(pieces.join(' ')) ? pieces : [];
}

/** The text of those paragraphs that look like Bijoy. */
export function bijoyParagraphs(doc: Node): string[] {
  const pieces: string[] = [];
  doc.descendants((node) => {
    if (node.isTextblock && !node.type.spec.code) pieces.push(...findBijoy(node.content));
  });
  return pieces;
}

/** Those text runs that are still in the document. */
export function remainingPieces(doc: Node, pieces: string[]): string[] {
  const texts: string[] = [];
  doc.descendants(({ text }) => void (text && texts.push(text)));
  return pieces.filter((piece) => texts.some((text) => text.includes(piece)));
}

/** Converts these text runs to Unicode in one undoable step. */
export function convertPieces(editor: Editor, pieces: string[], convert: (text: string) => string): void {
  const { state, view } = editor;
  const { tr } = state;
  state.doc.descendants((node, at) => {
    const text = node.text;
    if (!text) return;
    // A paste into a paragraph is at its start or end, or is all of it.
    const piece = pieces.find((one) => text.startsWith(one) || text.endsWith(one));
    if (!piece) return;
    const from = tr.mapping.map(at + (text.startsWith(piece) ? 0 : text.length - piece.length));
    tr.replaceWith(from, from + piece.length, state.schema.text(convert(piece), node.marks));
  });
  view.dispatch(tr);
}
