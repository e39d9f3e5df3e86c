import type { UseEditorOptions } from '@tiptap/react';
import { findBijoy } from './paste/bijoy-pieces.ts';
import { cleanPaste } from './paste/clean-paste.ts';
import { extensions } from './schema/extensions.ts';
import { editorStrings } from './strings.ts';

type EditorProps = NonNullable<UseEditorOptions['editorProps']>;
type View = Parameters<NonNullable<EditorProps['handlePaste']>>[0];

export interface EditorEvents {
  onPictures: (files: File[], at: number | null) => void;
  onNotice: (text: string) => void;
  onBijoy: (pieces: string[]) => void;
  onLink: () => void;
  onToolbar: () => void;
  onClear: () => void;
}

export function editorOptions(id: string, events: EditorEvents): UseEditorOptions {
  return {
    extensions,
    // Not a string: parsing HTML is restricted by Trusted Types.
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    // The rules are in editor.css, as the content security policy blocks style elements.
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        class: 'rich-text-area',
        lang: 'bn',
        role: 'textbox',
        'aria-multiline': 'true',
        'data-placeholder': editorStrings.placeholder,
      },
      transformPastedHTML: (html) => {
        const { html: cleaned, droppedPictures: lostPictures } = cleanPaste(html);
        if (lostPictures > 0) events.onNotice(editorStrings.droppedPictures(lostPictures));
        return cleaned;
      },
      transformPasted: (slice) => {
        const pieces = findBijoy(slice.content);
        if (pieces.length > 0) events.onBijoy(pieces);
        return slice;
      },
      handlePaste: (_view, { clipboardData }) => takeFiles(clipboardData, null, events),
      handleDrop: (view, event, _slice, moved) => !moved && takeFiles(event.dataTransfer, placeOf(view, event), events),
      handleKeyDown: (_view, event) => onKey(event, events),
    },
  };
}

/** Word adds a picture of the text to the clipboard; then the text is used. */
function takeFiles(data: DataTransfer | null, at: number | null, { onPictures, onNotice }: EditorEvents): boolean {
  const files = [...(data?.files ?? [])];
  if (files.length === 0 || hasText(data?.getData('text/html') ?? '')) return false;
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  if (pictures.length > 0) onPictures(pictures, at);
  else onNotice(editorStrings.onlyPictures);
  return true;
}

function hasText(html: string): boolean {
  return html.replace(/<!--[\s\S]*?-->|<style\b[\s\S]*?<\/style\s*>|<[^>]*>/gi, '').trim() !== '';
}

function placeOf(view: View, { clientX, clientY }: DragEvent): number | null {
  return view.posAtCoords({ left: clientX, top: clientY })?.pos ?? null;
}

function onKey(event: KeyboardEvent, { onLink, onToolbar, onClear }: EditorEvents): boolean {
  const command = event.ctrlKey || event.metaKey;
  if (event.altKey && event.key === 'F10') onToolbar();
  else if (command && !event.shiftKey && !event.altKey && event.code === 'KeyK') onLink();
  else if (command && !event.shiftKey && !event.altKey && event.code === 'Backslash') onClear();
  else return false;
  // Outside of the editor Ctrl K opens the palette.
  event.stopPropagation();
  return true;
}
