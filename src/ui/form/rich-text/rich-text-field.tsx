import { type ComponentType, useEffect, useId, useState } from 'react';
import { NotLoaded } from '../../admin/list/body-rows.tsx';
import { Field } from '../field.tsx';
import type { EditorProps } from './editor.tsx';

interface RichTextFieldProps {
  name: string;
  label: string;
  /** HTML as the server gives and takes it. */
  value: string;
  onChange: (html: string) => void;
  error?: string | undefined;
  required?: boolean;
  hint?: string;
  /** Stands below the text, such as when it was kept on this device. */
  note?: string | undefined;
  /** The value is on its way. */
  loading?: boolean;
}

/** A text with headings, lists, tables and pictures. The editor itself comes when it is first needed. */
export function RichTextField(props: RichTextFieldProps) {
  const { name, label, value, onChange, error, hint, note, required = false, loading = false } = props;
  const id = useId();
  const { Editor, failed, retry } = useEditorChunk();
  return (
    <Field {...{ id, label, required, error, hint }} group>
      {Editor && !loading ? (
        <Editor
          {...{ id, name, value, onChange, required, note }}
          invalid={error !== undefined}
          describedBy={[error ? `${id}-error` : [], hint ? `${id}-hint` : []].flat()}
        />
      ) : failed ? (
        <NotLoaded text="The editor did not load. Your text is kept." onRetry={retry} />
      ) : (
        <EditorSkeleton />
      )}
    </Field>
  );
}

/** Not React.lazy: that one never asks again for a chunk that did not come, and takes the whole form down with it. */
function useEditorChunk() {
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    let wanted = true;
    setFailed(false);
    import('./editor.tsx').then(
      ({ default: loaded }) => wanted && setEditor(() => loaded),
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, [attempt]);

  return { Editor, failed, retry: () => setAttempt((count) => count + 1) };
}

/** As high as the empty editor, so that nothing jumps. */
function EditorSkeleton() {
  return (
    <div className="rich-text-waiting" aria-busy="true">
      <span className="sr-only" role="status">
        Loading the editor
      </span>
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  );
}
