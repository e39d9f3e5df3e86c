import { youtubeId } from '#api/youtube.ts';
import { t } from '#i18n/text.ts';
import './editor.css';
import { closeHistory } from '@tiptap/pm/history';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, EditorContent, type UseEditorOptions, useEditor } from '@tiptap/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFileInput } from '#ui/form/use-file-input.tsx';
import { usePicker } from '../../pictures/image-field.tsx';
import { pictureTypes } from '../../pictures/read-picture.ts';
import { EditorBijoyOffer, findBijoy, useEditorBijoy } from './bijoy.tsx';
import { cleanPaste, useValue } from './clean-paste.ts';
import { Dialogs, type OpenDialog } from './dialogs.tsx';
import { extensions } from './extensions.ts';
import { textToHtml } from './paste-text.ts';
import { editorStrings } from './strings.ts';
import { clearFormatting, isPictureSelected, Toolbar } from './toolbar.tsx';

export interface EditorProps {
  id: string;
  value: string;
  onChange: (html: string) => void;
  invalid: boolean;
  required: boolean;
  describedBy: string[];
  /** Shown in the status row if there is nothing more urgent. */
  note: string | undefined;
}

export default function RichTextEditor({ note, ...props }: EditorProps) {
  const { id } = props;
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const [notice, setNotice] = useNotice();
  const box = useRef<HTMLDivElement>(null);
  const events = useRef<EditorEvents>(null);
  const [options] = useState(() => editorOptions(id, events));
  const editor = useEditor(options);
  const bijoy = useEditorBijoy(editor);
  const askAboutPictures = (files: File[], at: number | null = null) => {
    setNotice(null);
    setAsking({ kind: 'pictures', files, at });
  };
  const pictures = useFileInput((files) => askAboutPictures(files), { accept: pictureTypes, multiple: true });
  events.current = {
    onPictures: askAboutPictures,
    onNotice: setNotice,
    onBijoy: bijoy.offer,
    onLink: () => setAsking({ kind: 'link' }),
    onToolbar: () => box.current?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus(),
    onClear: () => clearFormatting(editor),
  };
  useValue(editor, props);
  useMessages(editor, props);
  useFocusAfter(editor, asking);
  const tabLeaves = useTabLeaves(editor);
  const library = usePicker(({ image: src, alt, width, height }) =>
    setAsking({ kind: 'known', picture: { src, alt, width, height } }),
  );

  return (
    <div className="rich-text" data-invalid={props.invalid || undefined} ref={box}>
      <Toolbar
        editor={editor}
        controls={id}
        onLink={() => setAsking({ kind: 'link' })}
        onPicture={() => (isPictureSelected(editor) ? setAsking({ kind: 'alt' }) : pictures.open())}
        onLibrary={library.open}
        onCaption={() => setAsking({ kind: 'caption' })}
        onVideo={() => setAsking({ kind: 'video' })}
      />
      <EditorContent editor={editor} className="rich-text-scroll" />
      <p className="sr-only" id={`${id}-help`}>
        Tab indents. Escape, then Tab leaves the text. Alt+F10 goes to the formatting.
      </p>
      <EditorBijoyOffer editor={editor} bijoy={bijoy} onNotice={setNotice} />
      <div className="rich-text-status">
        <span role="status" data-notice={notice && !tabLeaves ? true : undefined}>
          {tabLeaves ? t('Press Tab to leave the text.') : (notice ?? note)}
        </span>
        <Counts editor={editor} />
      </div>
      {pictures.input}
      {library.picker}
      <Dialogs
        {...{ editor, asking }}
        // Several files may be rejected, each for its own reason.
        onNotice={(text) => setNotice((before) => (before ? `${before} ${text}` : text))}
        onClose={() => setAsking(null)}
      />
    </div>
  );
}

interface EditorEvents {
  onPictures: (files: File[], at: number | null) => void;
  onNotice: (text: string) => void;
  onBijoy: (pieces: string[]) => void;
  onLink: () => void;
  onToolbar: () => void;
  onClear: () => void;
}

function editorOptions(id: string, events: RefObject<EditorEvents | null>): UseEditorOptions {
  let isPlain = false;
  return {
    extensions,
    // Those of TipTap change stars and underscores that mean themselves.
    enablePasteRules: ['link'],
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
        'data-placeholder': t('Write here, or paste from Word or Google Docs'),
      },
      transformPastedText: (text, plain) => {
        isPlain = plain;
        return text;
      },
      transformPastedHTML: (html) => {
        isPlain = false;
        const { html: cleaned, notice } = cleanPaste(html);
        if (notice) events.current?.onNotice(notice);
        return cleaned;
      },
      transformPasted: (slice) => {
        const pieces = findBijoy(slice.content);
        if (pieces.length > 0) events.current?.onBijoy(pieces);
        return slice;
      },
      handlePaste: (view, { clipboardData: data }) =>
        takeFiles(data, null, events.current) ||
        // Not left to TipTap, which makes lists of a plain text.
        (data !== null &&
          (isPlain ? view.pasteText(data.getData('text/plain')) : takeText(view, data, events.current))),
      handleDrop: (view, { dataTransfer, clientX, clientY }, _slice, moved) => {
        const at = view.posAtCoords({ left: clientX, top: clientY })?.pos ?? null;
        return !moved && takeFiles(dataTransfer, at, events.current);
      },
      handleKeyDown: (_view, event) => onKey(event, events.current),
    },
  };
}

/** Word adds a picture of the text to the clipboard; then the text is used. */
function takeFiles(data: DataTransfer | null, at: number | null, events: EditorEvents | null): boolean {
  const files = [...(data?.files ?? [])];
  if (files.length === 0 || hasText(data?.getData('text/html') ?? '')) return false;
  // Windows names no type for HEIC.
  const pictures = files.filter(({ type }) => /^(?:image\/|$)/.test(type));
  if (pictures.length > 0) events?.onPictures(pictures, at);
  if (pictures.length < files.length) events?.onNotice(t('Only pictures can be dropped into a text.'));
  return true;
}

/** Pastes the text as it is, then with its formats, so that Undo leads back to it. */
function takeText(view: EditorView, data: DataTransfer, events: EditorEvents | null): boolean {
  const text = data.getData('text/plain');
  const { from, $from } = view.state.selection;
  const isFilm = youtubeId(text) !== null;
  const html = textToHtml(text);
  // Within a line the address stays a link.
  if (!html || (isFilm ? $from.parent.childCount > 0 : isFormatted(data.getData('text/html')))) return false;
  view.pasteText(text);
  const { tr, selection } = view.state;
  view.dispatch(closeHistory(tr.setSelection(TextSelection.create(tr.doc, from, selection.to))));
  events?.onNotice(editorStrings.formatted);
  view.pasteHTML(html);
  return true;
}

/** Some programs frame plain text in HTML. */
function isFormatted(html: string): boolean {
  return /<(?!\/?(?:html|head|meta|body|div|span|font|br)\b)[a-z]/i.test(html);
}

function hasText(html: string): boolean {
  return html.replace(/<!--[\s\S]*?-->|<style\b[\s\S]*?<\/style\s*>|<[^>]*>/gi, '').trim() !== '';
}

function onKey(event: KeyboardEvent, events: EditorEvents | null): boolean {
  const command = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (event.altKey && event.key === 'F10') events?.onToolbar();
  else if (command && event.code === 'KeyK') events?.onLink();
  else if (command && event.code === 'Backslash') events?.onClear();
  else return false;
  // Outside of the editor Ctrl K opens the palette.
  event.stopPropagation();
  return true;
}

/** Set on the DOM element, as new editor options would re-render the whole document. */
function useMessages(editor: Editor, props: Omit<EditorProps, 'note'>): void {
  const { id, invalid, required } = props;
  const describedBy = [...props.describedBy, `${id}-help`].join(' ');
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute('aria-labelledby', `${id}-label`);
    dom.setAttribute('aria-describedby', describedBy);
    dom.setAttribute('aria-invalid', String(invalid));
    dom.setAttribute('aria-required', String(required));
  }, [editor, id, invalid, required, describedBy]);
}

/** A dialog returns the focus to its opener, but the user wants to continue in the text. */
function useFocusAfter(editor: Editor, asking: OpenDialog | null): void {
  const before = useRef(asking);
  useEffect(() => {
    const wasAsking = before.current !== null;
    before.current = asking;
    if (!wasAsking || asking) return;
    const timer = setTimeout(() => editor.commands.focus(), 20);
    return () => clearTimeout(timer);
  }, [editor, asking]);
}

/** A message that disappears after some seconds. */
function useNotice() {
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), 12_000);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice, setNotice] as const;
}

/**
 * Tab indents text, so Escape lets the next Tab leave the editor. Returns whether Tab leaves. The first Escape is not
 * propagated, or it would close the panel too.
 */
function useTabLeaves(editor: Editor): boolean {
  const [tabLeaves, setLeaving] = useState(false);
  useEffect(() => {
    let open = false;
    const turn = (next: boolean) => {
      open = next;
      setLeaving(next);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || !(event.target instanceof Node) || !editor.view.dom.contains(event.target)) return;
      const isWayOut = event.key === 'Escape' && !open;
      if (isWayOut || (open && event.key === 'Tab')) event.stopImmediatePropagation();
      if (event.key !== 'Shift') turn(isWayOut);
    };
    const shut = () => turn(false);
    // In the capture phase, before other handlers of Escape.
    addEventListener('keydown', onKeyDown, true);
    editor.on('blur', shut);
    return () => {
      removeEventListener('keydown', onKeyDown, true);
      editor.off('blur', shut);
    };
  }, [editor]);
  return tabLeaves;
}

/** The delay after a change before words are counted, in milliseconds. */
const debounce = 300;

const words = new Intl.Segmenter('bn', { granularity: 'word' });
const graphemes = new Intl.Segmenter('bn');

interface Counted {
  words: number;
  characters: number;
}

/** By text block, as segmenting takes too long to do it for a whole article after each key. */
const counted = new WeakMap<DocumentNode, Counted>();

/** TipTap's character count splits at blanks and counts code units, neither of which is right for Bengali. */
function Counts({ editor }: { editor: Editor }) {
  const [counts, setCounts] = useState<Counted | null>(null);
  useEffect(() => {
    let timer = 0;
    const plan = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setCounts(countText(editor.state.doc)), debounce);
    };
    plan();
    editor.on('transaction', plan);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', plan);
    };
  }, [editor]);
  return <span className="rich-text-counts">{counts && editorStrings.counts(counts.words, counts.characters)}</span>;
}

function countText(doc: DocumentNode): Counted {
  const sum = { words: 0, characters: 0 };
  doc.descendants((node) => {
    if (!node.isTextblock) return true;
    const block = counted.get(node) ?? countBlock(node);
    counted.set(node, block);
    sum.words += block.words;
    sum.characters += block.characters;
    return false;
  });
  return sum;
}

function countBlock(block: DocumentNode): Counted {
  const text = block.textBetween(0, block.content.size, undefined, ' ');
  return {
    words: [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length,
    characters: [...graphemes.segment(text)].length,
  };
}
