import type { Fragment, Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import { looksLikeBijoy } from '../../bijoy/suspect.ts';

/** The runs of text in what was pasted, where it looks like Bijoy as a whole. */
export function bijoyIn(content: Fragment): string[] {
  const pieces: string[] = [];
  content.descendants((node) => {
    if (node.text && /[A-Za-z`_†‡]/.test(node.text)) pieces.push(node.text);
  });
  return looksLikeBijoy(pieces.join(' ')) ? pieces : [];
}

/** The same of a whole text: of those paragraphs that look so. */
export function bijoyParagraphs(doc: Node): string[] {
  const pieces: string[] = [];
  doc.descendants((node) => {
    if (node.isTextblock && !node.type.spec.code) pieces.push(...bijoyIn(node.content));
  });
  return pieces;
}

/** Those of these runs that still stand in a text. */
export function standingPieces(doc: Node, pieces: string[]): string[] {
  const texts: string[] = [];
  doc.descendants(({ text }) => void (text && texts.push(text)));
  return pieces.filter((piece) => texts.some((text) => text.includes(piece)));
}

/** Puts Unicode in place of these runs, as one step that can be undone. */
export function convertPieces(editor: Editor, pieces: string[], convert: (text: string) => string): void {
  const { state, view } = editor;
  const { tr } = state;
  state.doc.descendants((node, at) => {
    const text = node.text;
    if (!text) return;
    // What was pasted into a paragraph stands at one of its ends, or is all of it.
    const piece = pieces.find((one) => text.startsWith(one) || text.endsWith(one));
    if (!piece) return;
    const from = tr.mapping.map(at + (text.startsWith(piece) ? 0 : text.length - piece.length));
    tr.replaceWith(from, from + piece.length, state.schema.text(convert(piece), node.marks));
  });
  view.dispatch(tr);
}
