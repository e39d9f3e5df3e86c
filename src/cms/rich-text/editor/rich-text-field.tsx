import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { Field } from '#ui/form/field.tsx';
import { NotLoaded } from '#ui/table/body-rows.tsx';
import type { EditorProps } from './editor.tsx';

interface RichTextFieldProps {
  label: string;
  /** Sanitized HTML. */
  value: string;
  onChange: (html: string) => void;
  error?: string | undefined;
  required?: boolean;
  hint?: string;
  /** Shown below the text, such as the time of the last draft. */
  note?: string | undefined;
  loading?: boolean;
}

/** A rich text field. The editor is loaded after the rest of the screen. */
export function RichTextField(props: RichTextFieldProps) {
  const { label, value, onChange, error, hint, note, required = false, loading = false } = props;
  const id = useId();
  const waiting = useRef<HTMLDivElement>(null);
  const { Editor, failed, retry } = useEditorChunk(useEditorReady(waiting, value !== ''));
  return (
    <Field {...{ id, label, required, error, hint }} group>
      {Editor && !loading ? (
        <Editor
          {...{ id, value, onChange, required, note }}
          invalid={error !== undefined}
          describedBy={[error ? `${id}-error` : [], hint ? `${id}-hint` : []].flat()}
        />
      ) : failed ? (
        <NotLoaded text="The editor did not load. Your text is kept." onRetry={retry} />
      ) : (
        <EditorSkeleton place={waiting} />
      )}
    </Field>
  );
}

/**
 * Whether to load the editor: when no other request is pending and the browser is idle, or at once if there is text to
 * show or the user touches the form.
 */
function useEditorReady(place: RefObject<HTMLElement | null>, atOnce: boolean): boolean {
  const [isReady, setReady] = useState(false);
  const queries = useQueryClient();
  const isQuiet = useSyncExternalStore(
    (listener) => queries.getQueryCache().subscribe(listener),
    () => queries.isFetching() === 0,
  );

  useEffect(() => {
    const form = place.current?.closest('form');
    const touched = new AbortController();
    const come = () => setReady(true);
    for (const event of ['focusin', 'pointerover'])
      form?.addEventListener(event, come, { once: true, signal: touched.signal });
    return () => touched.abort();
  }, [place]);

  useEffect(() => {
    if (!isQuiet) return;
    // Safari has no `requestIdleCallback`.
    const timer = setTimeout(() => setReady(true), idle);
    return () => clearTimeout(timer);
  }, [isQuiet]);

  return isReady || atOnce;
}

/** How long no request must be pending, in milliseconds; the list is rendered by then. */
const idle = 200;

/** Not React.lazy: it never retries a failed import, and the error would unmount the whole form. */
function useEditorChunk(isNeeded: boolean) {
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    if (!isNeeded) return;
    let isMounted = true;
    setFailed(false);
    import('./editor.tsx').then(
      ({ default: loaded }) => isMounted && setEditor(() => loaded),
      () => isMounted && setFailed(true),
    );
    return () => {
      isMounted = false;
    };
  }, [attempt, isNeeded]);

  return { Editor, failed, retry: () => setAttempt((count) => count + 1) };
}

/** As high as the empty editor, to prevent a layout shift. */
function EditorSkeleton({ place }: { place: RefObject<HTMLDivElement | null> }) {
  return (
    <div className="rich-text-waiting" aria-busy="true" ref={place}>
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
