import { useId, useState } from 'react';
import { Field } from '../../field.tsx';
import { AskForm } from './ask-form.tsx';

interface TextDialogProps {
  title: string;
  label: string;
  hint?: string;
  start?: string;
  submit: string;
  /** Answers what is wrong with the text, or null. */
  onSubmit: (text: string) => string | null;
  onClose: () => void;
}

/** Asks for one line. */
export function TextDialog({ title, label, hint, start = '', submit, onSubmit, onClose }: TextDialogProps) {
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
