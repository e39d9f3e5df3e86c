import type { Editor } from '@tiptap/core';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, NodeSelection } from '@tiptap/pm/state';

const markNames = ['bold', 'italic', 'underline', 'strike', 'subscript', 'superscript', 'code', 'link'] as const;
const styleNames = ['paragraph', 'heading2', 'heading3', 'heading4', 'codeBlock', 'figure'] as const;

type MarkName = (typeof markNames)[number];
export type StyleName = (typeof styleNames)[number];
export type Side = 'left' | 'center' | 'right';

/** For selections above this length only the start counts, as the toolbar updates with every key. */
const longest = 20_000;

/** The formatting at the caret, for the toolbar's pressed buttons. */
export function readFormatting({ editor }: { editor: Editor }) {
  const { state } = editor;
  const { $from } = state.selection;
  const selectedNode = state.selection instanceof NodeSelection ? state.selection.node : null;
  const around = ancestors($from);
  return {
    marks: Object.fromEntries(markNames.map((name) => [name, hasMark(editor, name)])) as Record<MarkName, boolean>,
    style: styleOf(selectedNode ?? $from.parent),
    align: sideOf(selectedNode ?? $from.parent),
    list: around.findLast((name) => name === 'bulletList' || name === 'orderedList') ?? null,
    blockquote: around.includes('blockquote'),
    table: around.includes('table'),
    statusTable: editor.getAttributes('table').status === true,
    picture: selectedNode?.type.name === 'figure' || selectedNode?.type.name === 'image',
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  };
}

export type Formatting = ReturnType<typeof readFormatting>;

function hasMark(editor: Editor, name: MarkName): boolean {
  const { from, to, empty, $from } = editor.state.selection;
  if (!empty && to - from <= longest) return editor.isActive(name);
  const marks = empty ? marksAtCaret(editor.state, $from) : ($from.nodeAfter?.marks ?? []);
  return marks.some(({ type }) => type.name === name);
}

function marksAtCaret({ storedMarks }: EditorState, $from: ResolvedPos) {
  return storedMarks ?? $from.marks();
}

function ancestors($from: ResolvedPos): string[] {
  return Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth).type.name);
}

function styleOf({ type, attrs }: Node): StyleName {
  const name = type.name === 'heading' ? `heading${attrs.level}` : type.name;
  return styleNames.find((style) => style === name) ?? 'paragraph';
}

function sideOf({ attrs }: Node): Side {
  return attrs.textAlign ?? 'left';
}
