import type { Fragment, Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#i18n/text.ts';
import { looksLikeBijoy } from '#ui/form/bijoy/suspect.ts';
import { editorStrings } from './strings.ts';

/** Offers to convert pasted or typed Bijoy. Text from before the editor was opened is left alone. */
export function useEditorBijoy(editor: Editor) {
  const [pieces, setPieces] = useState<string[]>([]);
  const isDismissed = useRef(false);

  useEffect(() => {
    let hasTyped = false;
    const onUpdate = () => {
      hasTyped = true;
    };
    const onLeave = () => {
      const found = hasTyped ? bijoyParagraphs(editor.state.doc) : [];
      if (found.length > 0 && !isDismissed.current) setPieces(found);
      hasTyped = false;
    };
    editor.on('update', onUpdate);
    editor.on('blur', onLeave);
    return () => {
      editor.off('update', onUpdate);
      editor.off('blur', onLeave);
    };
  }, [editor]);

  // The text may be undone, or another record opened.
  useEffect(() => {
    if (pieces.length === 0) return;
    const onTransaction = () => {
      const remaining = remainingPieces(editor.state.doc, pieces);
      if (remaining.length < pieces.length) setPieces(remaining);
    };
    editor.on('transaction', onTransaction);
    return () => void editor.off('transaction', onTransaction);
  }, [editor, pieces]);

  return {
    pieces,
    offer: (found: string[]) => {
      if (!isDismissed.current) setPieces(found);
    },
    end: () => setPieces([]),
    dismiss: () => {
      isDismissed.current = true;
      setPieces([]);
    },
  };
}

interface EditorBijoyOfferProps {
  editor: Editor;
  bijoy: ReturnType<typeof useEditorBijoy>;
  onNotice: (text: string) => void;
}

export function EditorBijoyOffer({ editor, bijoy, onNotice }: EditorBijoyOfferProps) {
  const { pieces, end, dismiss } = bijoy;
  if (pieces.length === 0) return null;

  async function convert() {
    end();
    try {
      const { bijoyToUnicode } = await import('#ui/form/bijoy/convert.ts');
      convertPieces(editor, pieces, bijoyToUnicode);
      onNotice(editorStrings.bijoyConverted);
    } catch {
      onNotice(t('The text could not be converted. Try again.'));
    }
    editor.commands.focus();
  }

  return (
    <div className="bijoy-offer wrap rich-text-bijoy" role="status">
      <span>This looks like Bijoy text.</span>
      <button type="button" className="button button-quiet button-small" onClick={() => void convert()}>
        Convert to Unicode
      </button>
      <button
        type="button"
        className="button button-text button-small"
        onClick={() => {
          dismiss();
          editor.commands.focus();
        }}
      >
        Keep
      </button>
    </div>
  );
}

/** The pasted text runs, if the paste as a whole looks like Bijoy. */
export function findBijoy(content: Fragment): string[] {
  const pieces: string[] = [];
  content.descendants((node) => {
    if (node.text && /[A-Za-z`_†‡]/.test(node.text)) pieces.push(node.text);
  });
  return looksLikeBijoy(pieces.join(' ')) ? pieces : [];
}

/** The text of those paragraphs that look like Bijoy. */
function bijoyParagraphs(doc: Node): string[] {
  const pieces: string[] = [];
  doc.descendants((node) => {
    if (node.isTextblock && !node.type.spec.code) pieces.push(...findBijoy(node.content));
  });
  return pieces;
}

/** Those text runs that are still in the document. */
function remainingPieces(doc: Node, pieces: string[]): string[] {
  const texts: string[] = [];
  doc.descendants(({ text }) => void (text && texts.push(text)));
  return pieces.filter((piece) => texts.some((text) => text.includes(piece)));
}

/** Converts these text runs to Unicode in one undoable step. */
function convertPieces(editor: Editor, pieces: string[], convert: (text: string) => string): void {
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
