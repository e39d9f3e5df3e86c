import type { Editor } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { useId, useState } from 'react';
import { Field } from '#ui/form/field.tsx';
import { parseYoutubeId } from '../schema/addresses.ts';
import { editorStrings } from '../strings.ts';
import { AskForm } from './ask-form.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { AltDialog, type NewPicture, NewPictures } from './picture-dialog.tsx';

/** The open dialog of the editor. */
export type Asking =
  | { kind: 'link' | 'video' | 'caption' | 'alt' }
  | { kind: 'known'; picture: NewPicture }
  | { kind: 'pictures'; files: File[]; at: number | null };

interface DialogsProps {
  editor: Editor;
  asking: Asking | null;
  onNotice: (text: string) => void;
  onClose: () => void;
}

export function Dialogs({ editor, asking, onNotice, onClose }: DialogsProps) {
  switch (asking?.kind) {
    case 'link':
      return <LinkDialog {...{ editor, onClose }} />;
    case 'video':
      return (
        <TextDialog
          title={editorStrings.video}
          label={editorStrings.videoLink}
          hint={editorStrings.videoHint}
          submit={editorStrings.insert}
          onSubmit={(link) => insertVideo(editor, link)}
          onClose={onClose}
        />
      );
    case 'caption':
      return (
        <TextDialog
          title={editorStrings.captionTitle}
          label={editorStrings.captionText}
          hint={editorStrings.captionHint}
          start={editor.getAttributes('table').caption ?? ''}
          submit={editorStrings.save}
          onSubmit={(caption) => {
            editor.commands.updateAttributes('table', { caption: caption || null });
            return null;
          }}
          onClose={onClose}
        />
      );
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

function AltOfPicture({ editor, onClose }: Pick<DialogsProps, 'editor' | 'onClose'>) {
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

function insertVideo(editor: Editor, link: string): string | null {
  const id = parseYoutubeId(link);
  if (!id) return editorStrings.videoInvalid;
  editor.commands.insertContent({ type: 'video', attrs: { id } });
  return null;
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

interface TextDialogProps {
  title: string;
  label: string;
  hint?: string;
  start?: string;
  submit: string;
  /** Returns an error message, or null. */
  onSubmit: (text: string) => string | null;
  onClose: () => void;
}

function TextDialog({ title, label, hint, start = '', submit, onSubmit, onClose }: TextDialogProps) {
  const id = useId();
  const [text, setText] = useState(start);
  const [error, setError] = useState<string | null>(null);

  function send() {
    const wrong = onSubmit(text.trim());
    setError(wrong);
    if (wrong) document.getElementById(id)?.focus();
    else onClose();
  }

  return (
    <AskForm title={title} submit={submit} onSubmit={send} onClose={onClose}>
      <Field {...{ id, label, hint }} error={error ?? undefined}>
        <input
          className="control"
          id={id}
          autoComplete="off"
          aria-invalid={error !== null}
          aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
    </AskForm>
  );
}
