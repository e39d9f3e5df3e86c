import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { pictureTypes } from '../../pictures/read-picture.ts';
import { usePicker } from '../../pictures/use-picker.tsx';
import { type Asking, Dialogs } from './dialogs/dialogs.tsx';
import './editor.css';
import { type EditorEvents, editorOptions } from './editor-options.ts';
import { bijoyParagraphs, convertPieces, remainingPieces } from './paste/bijoy-pieces.ts';
import { editorStrings } from './strings.ts';
import { clearFormatting } from './toolbar/more-menu.tsx';
import { readFormatting } from './toolbar/standing.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useCounts } from './use-counts.ts';
import { useValue } from './use-value.ts';

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

export default function RichTextEditor({ id, value, onChange, invalid, required, describedBy, note }: EditorProps) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [bijoy, setBijoy] = useState<string[]>([]);
  const keepsBijoy = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const pictures = useRef<HTMLInputElement>(null);
  const events = useRef<EditorEvents>(null);
  const [options] = useState(() => editorOptions(id, latestOf(events)));
  const editor = useEditor(options);
  events.current = {
    onPictures: askAboutPictures,
    onNotice: setNotice,
    onBijoy: offerBijoy,
    onLink: () => setAsking({ kind: 'link' }),
    onToolbar: () => box.current?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus(),
    onClear: () => clearFormatting(editor),
  };
  useValue(editor, { value, onChange });
  useMessages(editor, { id, invalid, required, describedBy });
  useFocusAfter(editor, asking);
  useForgetting(notice, setNotice);
  const tabLeaves = useTabLeaves(editor);
  const library = usePicker(({ image: src, alt, width, height }) =>
    setAsking({ kind: 'known', picture: { src, alt, width, height } }),
  );
  useTypedBijoy(editor, offerBijoy);
  useStaleBijoy(editor, bijoy, setBijoy);

  function askAboutPictures(files: File[], at: number | null) {
    setNotice(null);
    setAsking({ kind: 'pictures', files, at });
  }

  function offerBijoy(pieces: string[]) {
    if (pieces.length > 0 && !keepsBijoy.current) setBijoy(pieces);
  }

  async function convertBijoy() {
    setBijoy([]);
    try {
      const { bijoyToUnicode } = await import('#ui/form/bijoy/convert.ts');
      convertPieces(editor, bijoy, bijoyToUnicode);
      setNotice(editorStrings.bijoyConverted);
    } catch {
      setNotice(editorStrings.bijoyFailed);
    }
    editor.commands.focus();
  }

  /** Several files may be rejected, each for its own reason. */
  function addNotice(text: string) {
    setNotice((before) => (before ? `${before} ${text}` : text));
  }

  function askForPicture() {
    if (readFormatting({ editor }).picture) setAsking({ kind: 'alt' });
    else pictures.current?.click();
  }

  return (
    <div className="rich-text" data-invalid={invalid || undefined} ref={box}>
      <Toolbar
        editor={editor}
        controls={id}
        onLink={() => setAsking({ kind: 'link' })}
        onPicture={askForPicture}
        onLibrary={library.open}
        onCaption={() => setAsking({ kind: 'caption' })}
        onVideo={() => setAsking({ kind: 'video' })}
      />
      <EditorContent editor={editor} className="rich-text-scroll" />
      <p className="sr-only" id={`${id}-help`}>
        {editorStrings.help}
      </p>
      {bijoy.length > 0 && (
        <div className="bijoy-offer rich-text-bijoy" role="status">
          <span>{editorStrings.bijoy}</span>
          <button type="button" className="button button-quiet button-small" onClick={() => void convertBijoy()}>
            {editorStrings.bijoyConvert}
          </button>
          <button
            type="button"
            className="button button-text button-small"
            onClick={() => {
              keepsBijoy.current = true;
              setBijoy([]);
              editor.commands.focus();
            }}
          >
            {editorStrings.bijoyKeep}
          </button>
        </div>
      )}
      <div className="rich-text-status">
        <span role="status" data-notice={notice && !tabLeaves ? true : undefined}>
          {tabLeaves ? editorStrings.leaving : (notice ?? note)}
        </span>
        <Counts editor={editor} />
      </div>
      <input
        ref={pictures}
        type="file"
        accept={pictureTypes}
        multiple
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          if (files.length > 0) askAboutPictures(files, null);
          target.value = '';
        }}
      />
      {library.picker}
      <Dialogs {...{ editor, asking }} onNotice={addNotice} onClose={() => setAsking(null)} />
    </div>
  );
}

function latestOf(events: { current: EditorEvents | null }): EditorEvents {
  return {
    onPictures: (files, at) => events.current?.onPictures(files, at),
    onNotice: (text) => events.current?.onNotice(text),
    onBijoy: (pieces) => events.current?.onBijoy(pieces),
    onLink: () => events.current?.onLink(),
    onToolbar: () => events.current?.onToolbar(),
    onClear: () => events.current?.onClear(),
  };
}

function Counts({ editor }: { editor: Editor }) {
  const counts = useCounts(editor);
  return <span className="rich-text-counts">{counts && editorStrings.counts(counts.words, counts.characters)}</span>;
}

/** Set on the DOM element, as new editor options would re-render the whole document. */
function useMessages(editor: Editor, props: Pick<EditorProps, 'id' | 'invalid' | 'required' | 'describedBy'>): void {
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

/** Also detects typed Bijoy. Text from before the editor was opened is left alone. */
function useTypedBijoy(editor: Editor, onBijoy: (pieces: string[]) => void): void {
  const offer = useRef(onBijoy);
  offer.current = onBijoy;
  useEffect(() => {
    let hasTyped = false;
    const onUpdate = () => {
      hasTyped = true;
    };
    const onLeave = () => {
      if (hasTyped) offer.current(bijoyParagraphs(editor.state.doc));
      hasTyped = false;
    };
    editor.on('update', onUpdate);
    editor.on('blur', onLeave);
    return () => {
      editor.off('update', onUpdate);
      editor.off('blur', onLeave);
    };
  }, [editor]);
}

/** Removes the offer when its text was undone, or another record was opened. */
function useStaleBijoy(editor: Editor, pieces: string[], setPieces: (pieces: string[]) => void): void {
  useEffect(() => {
    if (pieces.length === 0) return;
    const onTransaction = () => {
      const remaining = remainingPieces(editor.state.doc, pieces);
      if (remaining.length < pieces.length) setPieces(remaining);
    };
    editor.on('transaction', onTransaction);
    return () => void editor.off('transaction', onTransaction);
  }, [editor, pieces, setPieces]);
}

/** A dialog returns the focus to its opener, but the user wants to continue in the text. */
function useFocusAfter(editor: Editor, asking: Asking | null): void {
  const before = useRef(asking);
  useEffect(() => {
    const wasAsking = before.current !== null;
    before.current = asking;
    if (!wasAsking || asking) return;
    const timer = setTimeout(() => editor.commands.focus(), 20);
    return () => clearTimeout(timer);
  }, [editor, asking]);
}

function useForgetting(notice: string | null, setNotice: (notice: null) => void): void {
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), 12_000);
    return () => clearTimeout(timer);
  }, [notice, setNotice]);
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
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || !(event.target instanceof Node) || !editor.view.dom.contains(event.target)) return;
      const isWayOut = event.key === 'Escape' && !open;
      if (isWayOut || (open && event.key === 'Tab')) event.stopImmediatePropagation();
      if (event.key !== 'Shift') turn(isWayOut);
    };
    const shut = () => turn(false);
    // In the capture phase, before other handlers of Escape.
    addEventListener('keydown', onKey, true);
    editor.on('blur', shut);
    return () => {
      removeEventListener('keydown', onKey, true);
      editor.off('blur', shut);
    };
  }, [editor]);
  return tabLeaves;
}
