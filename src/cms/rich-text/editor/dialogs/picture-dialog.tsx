import { useEffect, useId, useState } from 'react';
import { Spinner } from '#ui/admin/spinner.tsx';
import { Field } from '#ui/form/field.tsx';
import { readPicture } from '../../../pictures/read-picture.ts';
import { editorStrings } from '../strings.ts';
import { AskForm } from './ask-form.tsx';

interface AltDialogProps {
  title: string;
  submit: string;
  /** Null while it is loading. */
  src: string | null;
  start?: string;
  onSubmit: (alt: string) => void;
  onClose: () => void;
}

export function AltDialog({ title, submit, src, start = '', onSubmit, onClose }: AltDialogProps) {
  const id = useId();
  const [alt, setAlt] = useState(start);
  return (
    <AskForm title={title} submit={submit} onSubmit={() => src && onSubmit(alt.trim())} onClose={onClose}>
      <div className="rich-text-preview" role="status">
        {src ? <img src={src} alt="" /> : <Spinner />}
        {!src && <span className="sr-only">{editorStrings.pictureReading}</span>}
      </div>
      <Field id={id} label={editorStrings.pictureAlt} hint={editorStrings.pictureAltHint}>
        <input
          className="control"
          id={id}
          autoComplete="off"
          lang="bn"
          maxLength={1000}
          aria-describedby={`${id}-hint`}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
      </Field>
    </AskForm>
  );
}

export interface NewPicture {
  src: string;
  alt: string;
  width: number | null;
  height: number | null;
}

interface NewPicturesProps {
  files: File[];
  onPicture: (picture: NewPicture) => void;
  onRefused: (reason: string) => void;
  onClose: () => void;
}

export function NewPictures({ files, onPicture, onRefused, onClose }: NewPicturesProps) {
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
    let isCurrent = true;
    if (file) {
      read(file).then(
        (result) => isCurrent && setPicture(result),
        (failure: Error) => {
          if (!isCurrent) return;
          onRefused(`${file.name}: ${failure.message}`);
          goOn();
        },
      );
    }
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
  const src = await readPicture(file);
  const { width, height } = await sizeOf(src);
  const isUsual = width > 0 && height > 0 && width <= 9_999 && height <= 9_999;
  return isUsual ? { src, width, height } : { src, width: null, height: null };
}

async function sizeOf(src: string): Promise<{ width: number; height: number }> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}
