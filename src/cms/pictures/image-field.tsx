import { Images, ImageUp, Upload, X } from 'lucide-react';
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Link } from 'react-router';
import type { LibraryPicture } from '#api/picture.ts';
import { adminPages } from '#paths.ts';
import { messageOf } from '#ui/admin/calls/api.ts';
import { notifyFailed } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { Field, type FieldProps, useField } from '#ui/form/call-form.tsx';
import { useFileInput } from '#ui/form/use-file-input.tsx';
import type { PickerProps } from './picture-grid.tsx';
import { formatBytes, pictureTypes, readPicture } from './read-picture.ts';
import { pictureName } from './use-library.ts';

/**
 * A picture from a file, the clipboard or the library. The value is a data URL, the URL of a stored picture, or empty
 * to keep the current one.
 */
export function ImageField({ existing = null, ...props }: FieldProps & { existing: string | null | undefined }) {
  const { name, label, required, hint } = props;
  const { id, error, aria, control } = useField(name, Boolean(hint));
  const { setError, clearErrors } = useFormContext();
  const { field } = useController({ name, control });
  const [fileName, setFileName] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const files = useFileInput(([file]) => void take(file), { accept: pictureTypes });
  const chosen = typeof field.value === 'string' ? field.value : '';
  const preview = chosen || existing;

  async function take(next: File | undefined) {
    if (!next || reading) return;
    setReading(true);
    try {
      const url = await readPicture(next);
      choose(url, `${next.name}, ${formatBytes(next.size)}`);
    } catch (failure) {
      setError(name, { type: 'picture', message: messageOf(failure) });
    } finally {
      setReading(false);
    }
  }

  const library = usePicker((picture) => choose(picture.image, pictureName(picture)));

  function choose(url: string, words: string | null) {
    setFileName(words);
    clearErrors(name);
    field.onChange(url);
  }

  const { element } = files;
  const taking = useRef(take);
  taking.current = take;
  useEffect(() => onPastedPicture(element, (pasted) => taking.current(pasted)), [element]);

  return (
    <Field id={id} {...{ label, required, error, hint }} group>
      <div className="image-field" data-invalid={error ? true : undefined}>
        <Preview src={preview} reading={reading} onRemove={chosen ? () => choose('', null) : null} />
        <button
          type="button"
          className="image-drop"
          ref={field.ref}
          id={id}
          aria-describedby={aria['aria-describedby']}
          aria-labelledby={`${id}-label ${id}`}
          onClick={files.open}
          {...files.dropping}
        >
          <b>
            <Upload />
            {preview ? 'Replace image' : 'Choose image'}
          </b>
          <span>{(chosen && fileName) || 'Drop a file, or paste'}</span>
        </button>
        {files.input}
      </div>
      <div className="image-library wrap">
        <button type="button" className="button button-quiet button-small" onClick={library.open}>
          <Images />
          Choose from the library
        </button>
        {existing && !chosen && (
          <Link to={`${adminPages.pictures}?search=${/[0-9a-f]{40}/.exec(existing)?.[0]}`}>Describe it</Link>
        )}
      </div>
      {library.picker}
    </Field>
  );
}

function Preview(props: { src: string | null; reading: boolean; onRemove: (() => void) | null }) {
  const { src, reading, onRemove } = props;
  const picture = src ? <img src={src} alt="" width={138} height={86} /> : <ImageUp />;
  return (
    <div className="image-preview center">
      {reading ? <Spinner /> : picture}
      {onRemove && (
        <button type="button" className="image-remove center" aria-label="Remove the chosen image" onClick={onRemove}>
          <X />
        </button>
      )}
    </div>
  );
}

/** A pasted picture goes to this field, unless it is pasted into an editor or another such field. */
function onPastedPicture(input: RefObject<HTMLElement | null>, take: (file: File) => void): () => void {
  function paste(event: ClipboardEvent) {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    const target = event.target instanceof Element ? event.target : null;
    if (!file || event.defaultPrevented || target?.closest('[contenteditable="true"]')) return;
    const other = target?.closest('.image-field');
    if (other && !other.contains(input.current)) return;
    const dialog = document.querySelector('[role="dialog"]');
    if (dialog && !dialog.contains(input.current)) return;
    event.preventDefault();
    take(file);
  }
  document.addEventListener('paste', paste);
  return () => document.removeEventListener('paste', paste);
}

/** Opens the library in a dialog, which the caller renders as `picker`. */
export function usePicker(onPick: (picture: LibraryPicture) => void) {
  const [Picker, setPicker] = useState<ComponentType<PickerProps> | null>(null);

  // Not React.lazy: a failed import must not unmount the form, and can be retried.
  function open() {
    import('./picture-grid.tsx').then(
      ({ default: loaded }) => setPicker(() => loaded),
      () => notifyFailed('The library did not load. Try again.'),
    );
  }

  function pick(picture: LibraryPicture) {
    setPicker(null);
    onPick(picture);
  }

  return { open, picker: Picker && <Picker onPick={pick} onClose={() => setPicker(null)} /> };
}
