import { useContext, useEffect, useRef, useState } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { timeOfDay } from '#ui/admin/dates.ts';
import { useLazyComponent } from '#ui/admin/lazy-component.tsx';
import { Field, useField } from '#ui/form/call-form.tsx';
import { DraftSavedAt } from '#ui/form/drafts/device-draft.tsx';
import { NotLoaded } from '#ui/table/table.tsx';

interface ContentFieldProps {
  name?: string;
  label?: string;
  required?: boolean;
  loading?: boolean;
}

/** A rich text field. The editor is loaded when the page is idle, if there is text to show, or the form is touched. */
export function ContentField(props: ContentFieldProps) {
  const { name = 'content', label = 'Content', required = false, loading = false } = props;
  const { id, error, control } = useField(name);
  const { field } = useController({ name, control });
  const savedAt = useContext(DraftSavedAt);
  const box = useRef<HTMLDivElement>(null);
  const { defaultValues } = useFormState({ control });
  /** The values of the form in which the text was entered: another record folds it anew. */
  const [entered, setEntered] = useState<unknown>(null);
  const [isTouched, setTouched] = useState(false);
  const [failed, setFailed] = useState(false);
  const value = String(field.value ?? '');
  const isNeeded = !failed && (isTouched || value !== '');
  const Editor = useLazyComponent(loadEditor, isNeeded, () => setFailed(true));

  const { ref } = field;
  // The editor loads later than the form; this ref lets the form focus it on a validation error.
  useEffect(
    () => ref({ focus: () => box.current?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus() }),
    [ref],
  );

  useEffect(() => {
    const touched = new AbortController();
    for (const event of ['focusin', 'pointerover'])
      box.current?.closest('form')?.addEventListener(event, () => setTouched(true), { signal: touched.signal });
    return () => touched.abort();
  }, []);

  useEffect(() => {
    const enter = () => setEntered(defaultValues);
    // A save fills the form anew below the caret: folded when the button is pressed, it would move away under the press.
    if (box.current?.matches(':focus-within')) enter();
    box.current?.addEventListener('focusin', enter);
    return () => box.current?.removeEventListener('focusin', enter);
  }, [defaultValues]);

  return (
    <div className="form-wide content-field" data-entered={entered === defaultValues || undefined} ref={box}>
      <Field {...{ id, label, required, error }} group>
        {Editor && !loading ? (
          <Editor
            {...{ id, value, required }}
            onChange={field.onChange}
            invalid={error !== undefined}
            note={savedAt === null ? undefined : `Autosaved on this device, ${timeOfDay(savedAt)}`}
            describedBy={error ? [`${id}-error`] : []}
          />
        ) : failed ? (
          <NotLoaded text="The editor did not load. Your text is kept." onRetry={() => location.reload()} />
        ) : (
          // As high as the editor, to prevent a layout shift.
          <div className="rich-text-waiting" aria-busy="true" data-empty={value === '' || undefined}>
            <span className="sr-only" role="status">
              Loading the editor
            </span>
            <span className="skeleton" />
          </div>
        )}
      </Field>
    </div>
  );
}

const loadEditor = () => import('./editor/editor.tsx');
