import { type CommandProps, type Editor, getMarkRange } from '@tiptap/core';
import { useId, useState } from 'react';
import { Field } from '#ui/form/field.tsx';
import { completeHref } from '../schema/addresses.ts';
import { editorStrings } from '../strings.ts';
import { AskForm } from './ask-form.tsx';

export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const id = useId();
  const [current] = useState(() => linkAt(editor));
  const [address, setAddress] = useState(current.href);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const isNew = current.href === '';
  const needsText = isNew && current.from === current.to;

  function submit() {
    // Existing URLs without https, or within this site, may stay.
    const href = address === current.href && !isNew ? address : completeHref(address);
    if (!href) {
      setError(editorStrings.linkInvalid);
      document.getElementById(id)?.focus();
      return;
    }
    const chain = editor.chain().setTextSelection(current);
    if (needsText) chain.insertContent({ type: 'text', text: text || address.trim(), marks: [linkMark(href)] });
    else chain.setLink({ href }).setTextSelection(current.to);
    chain.setMeta('preventAutolink', true).command(writeOnBehind).run();
    onClose();
  }

  function remove() {
    editor.chain().setTextSelection(current).unsetLink().setTextSelection(current.to).run();
    onClose();
  }

  return (
    <AskForm
      title={editorStrings.linkTitle}
      submit={isNew ? editorStrings.insert : editorStrings.save}
      onSubmit={submit}
      onClose={onClose}
      aside={
        isNew ? undefined : (
          <button type="button" className="button button-text rich-text-ask-remove" onClick={remove}>
            {editorStrings.linkRemove}
          </button>
        )
      }
    >
      <Field id={id} label={editorStrings.linkAddress} error={error} hint={editorStrings.linkHint} required>
        <input
          className="control"
          id={id}
          inputMode="url"
          autoComplete="off"
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      {needsText && (
        <Field id={`${id}-text`} label={editorStrings.linkText}>
          <input
            className="control"
            id={`${id}-text`}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      )}
    </AskForm>
  );
}

function linkMark(href: string) {
  return { type: 'link', attrs: { href } };
}

/** Text typed next must not be part of the link. */
function writeOnBehind({ tr, state }: CommandProps): boolean {
  const { link } = state.schema.marks;
  if (link) tr.removeStoredMark(link);
  return true;
}

/** The link at the caret with its range, else the selection. */
function linkAt({ state }: Editor): { href: string; from: number; to: number } {
  const { from, to, $from } = state.selection;
  const type = state.schema.marks.link;
  const range = type && getMarkRange($from, type);
  if (!range || to > range.to) return { href: '', from, to };
  const mark = state.doc.nodeAt(range.from)?.marks.find((each) => each.type === type);
  return { href: mark?.attrs.href ?? '', from: range.from, to: range.to };
}
