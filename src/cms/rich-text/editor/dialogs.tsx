import type { Editor } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { type ComponentProps, type ReactNode, type SubmitEvent, useEffect, useId, useState } from 'react';
import { filmOf } from '#api/youtube.ts';
import { t } from '#i18n/text.ts';
import { DialogButtons, Modal } from '#ui/admin/dialog/modal.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { Field } from '#ui/form/call-form.tsx';
import { readPicture } from '../../pictures/read-picture.ts';
import { completeHref } from './addresses.ts';
import { editorStrings } from './strings.ts';

interface NewPicture {
  src: string;
  alt: string;
  width: number | null;
  height: number | null;
}

/** The open dialog of the editor. */
export type OpenDialog =
  | { kind: 'link' | 'video' | 'caption' | 'alt' }
  | { kind: 'known'; picture: NewPicture }
  | { kind: 'pictures'; files: File[]; at: number | null };

interface DialogProps {
  editor: Editor;
  onClose: () => void;
}

interface DialogsProps extends DialogProps {
  asking: OpenDialog | null;
  onNotice: (text: string) => void;
}

export function Dialogs({ editor, asking, onNotice, onClose }: DialogsProps) {
  switch (asking?.kind) {
    case 'link':
      return <LinkDialog {...{ editor, onClose }} />;
    case 'video':
      return <VideoDialog {...{ editor, onClose }} />;
    case 'caption':
      return <CaptionDialog {...{ editor, onClose }} />;
    case 'alt':
      return <AltOfPicture {...{ editor, onClose }} />;
    case 'known':
      return (
        <AltDialog
          title={editorStrings.picture}
          submit={editorStrings.insert}
          src={asking.picture.src}
          start={asking.picture.alt}
          onSubmit={(alt) => {
            insertPicture(editor, null, { ...asking.picture, alt });
            onClose();
          }}
          onClose={onClose}
        />
      );
    case 'pictures':
      return (
        <NewPictures
          files={asking.files}
          onPicture={(picture) => insertPicture(editor, asking.at, picture)}
          onRefused={onNotice}
          onClose={onClose}
        />
      );
    default:
      return null;
  }
}

function LinkDialog({ editor, onClose }: DialogProps) {
  const [existing] = useState<string | undefined>(() => editor.getAttributes('link').href);
  const [text, setText] = useState('');
  const needsText = !existing && editor.state.selection.empty;

  function set(address: string): string | undefined {
    // Existing URLs without https, or within this site, may stay.
    const href = address === existing ? address : completeHref(address);
    if (!href) return t('Enter an address that begins with https, an email address or a phone number.');
    const chain = editor.chain().extendMarkRange('link').setMeta('preventAutolink', true);
    if (needsText)
      chain.insertContent({ type: 'text', text: text || address, marks: [{ type: 'link', attrs: { href } }] });
    else chain.setLink({ href });
    // Text typed next must not be part of the link.
    chain
      .command(({ tr, commands }) => commands.setTextSelection(tr.selection.to))
      .unsetMark('link')
      .run();
    onClose();
  }

  function remove() {
    editor
      .chain()
      .extendMarkRange('link')
      .unsetLink()
      .command(({ tr, commands }) => commands.setTextSelection(tr.selection.to))
      .run();
    onClose();
  }

  return (
    <TextDialog
      title="Link"
      label="Address"
      hint="A web address, an email address or a phone number."
      required
      start={existing}
      submit={existing ? editorStrings.save : editorStrings.insert}
      input={{ inputMode: 'url' }}
      onSubmit={set}
      onClose={onClose}
      aside={
        existing && (
          <button type="button" className="button button-text rich-text-ask-remove" onClick={remove}>
            Remove link
          </button>
        )
      }
    >
      {needsText && <TextInput label="Text shown" value={text} onChange={setText} />}
    </TextDialog>
  );
}

function VideoDialog({ editor, onClose }: DialogProps) {
  function insert(link: string): string | undefined {
    const id = filmOf(link);
    if (!id) return t('This is not the address of a film on YouTube. A playlist or a channel can’t be shown.');
    editor.commands.insertContent({ type: 'video', attrs: { id } });
    onClose();
  }
  return (
    <TextDialog
      title={editorStrings.video}
      label="Link"
      hint="The address of a film on YouTube."
      submit={editorStrings.insert}
      onSubmit={insert}
      onClose={onClose}
    />
  );
}

function CaptionDialog({ editor, onClose }: DialogProps) {
  return (
    <TextDialog
      title="Caption of the table"
      label="Caption"
      hint="Of a status table it is the heading; what stands behind a | goes to the right."
      start={editor.getAttributes('table').caption ?? ''}
      submit={editorStrings.save}
      onSubmit={(caption) => {
        editor.commands.updateAttributes('table', { caption: caption || null });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function AltOfPicture({ editor, onClose }: DialogProps) {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection)) return null;
  const { src, alt } = selection.node.attrs;
  return (
    <AltDialog
      title={editorStrings.pictureEdit}
      submit={editorStrings.save}
      src={src}
      start={alt}
      onSubmit={(next) => {
        editor.commands.command(({ tr }) => Boolean(tr.setNodeAttribute(selection.from, 'alt', next)));
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function insertPicture(editor: Editor, at: number | null, picture: NewPicture): void {
  const { selection, doc } = editor.state;
  const { from, to } = selection;
  const place = at ?? (selection instanceof NodeSelection ? to : { from, to });
  const behind = typeof place === 'number' ? behindFigure(doc.resolve(place)) : behindFigure(selection.$to);
  editor.commands.insertContentAt(behind ?? place, { type: 'figure', attrs: picture });
}

/** A picture inserted while the caret is in a caption goes behind that figure and does not replace it. */
function behindFigure($place: ResolvedPos): number | null {
  return $place.parent.type.name === 'figure' ? $place.after() : null;
}

interface NewPicturesProps {
  files: File[];
  onPicture: (picture: NewPicture) => void;
  onRefused: (reason: string) => void;
  onClose: () => void;
}

function NewPictures({ files, onPicture, onRefused, onClose }: NewPicturesProps) {
  const [place, setPlace] = useState(0);
  const [picture, setPicture] = useState<Omit<NewPicture, 'alt'> | null>(null);
  const file = files[place];

  function goOn() {
    setPicture(null);
    if (place + 1 < files.length) setPlace(place + 1);
    else onClose();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each file is read once
  useEffect(() => {
    if (!file) return;
    let isCurrent = true;
    read(file).then(
      (result) => isCurrent && setPicture(result),
      (failure: Error) => {
        if (!isCurrent) return;
        onRefused(`${file.name}: ${failure.message}`);
        goOn();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);

  return (
    <AltDialog
      key={place}
      title={editorStrings.pictureTitle(place + 1, files.length)}
      submit={editorStrings.insert}
      src={picture?.src ?? null}
      onSubmit={(alt) => {
        if (picture) onPicture({ ...picture, alt });
        goOn();
      }}
      onClose={onClose}
    />
  );
}

/** With width and height, to prevent a layout shift. */
async function read(file: File): Promise<Omit<NewPicture, 'alt'>> {
  const image = new Image();
  image.src = await readPicture(file);
  await image.decode();
  const { src, naturalWidth: width, naturalHeight: height } = image;
  const isUsual = width > 0 && height > 0 && width <= 9_999 && height <= 9_999;
  return isUsual ? { src, width, height } : { src, width: null, height: null };
}

interface AltDialogProps extends Pick<TextDialogProps, 'title' | 'submit' | 'start' | 'onClose'> {
  /** Null while it is loading. */
  src: string | null;
  onSubmit: (alt: string) => void;
}

function AltDialog({ src, onSubmit, ...rest }: AltDialogProps) {
  return (
    <TextDialog
      {...rest}
      label="What it shows"
      hint="Read aloud to those who cannot see it. Leave it empty only if the picture decorates."
      input={{ lang: 'bn', maxLength: 1000 }}
      onSubmit={(alt) => {
        if (src) onSubmit(alt);
      }}
      before={
        <div className="rich-text-preview" role="status">
          {src ? <img src={src} alt="" /> : <Spinner />}
          {!src && <span className="sr-only">Reading the picture</span>}
        </div>
      }
    />
  );
}

interface TextDialogProps extends Pick<TextInputProps, 'label' | 'hint' | 'required' | 'input'> {
  title: string;
  start?: string | undefined;
  submit: string;
  /** Returns an error message, if any. */
  onSubmit: (text: string) => string | undefined;
  onClose: () => void;
  before?: ReactNode;
  /** A button apart from submit and cancel. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A small form in a dialog above the editor's form. */
function TextDialog(props: TextDialogProps) {
  const { title, start = '', submit, onSubmit, onClose, before, aside, children, ...field } = props;
  const [text, setText] = useState(start);
  const [error, setError] = useState<string>();

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // React events bubble through portals, so the outer form would be submitted too.
    event.stopPropagation();
    const wrong = onSubmit(text.trim());
    setError(wrong);
    if (wrong) event.currentTarget.querySelector<HTMLElement>('.control')?.focus();
  }

  return (
    <Modal title={title} onClose={onClose}>
      <form className="rich-text-ask" noValidate onSubmit={send}>
        {before}
        <TextInput {...field} value={text} error={error} onChange={setText} />
        {children}
        <DialogButtons onCancel={onClose} aside={aside}>
          <button type="submit" className="button button-primary">
            {submit}
          </button>
        </DialogButtons>
      </form>
    </Modal>
  );
}

interface TextInputProps {
  label: string;
  hint?: string;
  required?: boolean;
  error?: string | undefined;
  value: string;
  onChange: (text: string) => void;
  input?: ComponentProps<'input'>;
}

function TextInput({ label, hint, required, error, value, onChange, input }: TextInputProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <Field {...{ id, label, hint, required, error }}>
      <input
        className="control"
        id={id}
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
        {...input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
