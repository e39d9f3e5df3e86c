import { useContext, useEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { timeOfDay } from '#ui/admin/dates.ts';
import { DraftSavedAt } from '#ui/form/drafts/draft-offer.tsx';
import { useField } from '#ui/form/field.tsx';
import { RichTextField } from './editor/rich-text-field.tsx';

interface ContentFieldProps {
  name?: string;
  label?: string;
  required?: boolean;
  loading?: boolean;
}

export function ContentField({ name = 'content', label = 'Content', ...rest }: ContentFieldProps) {
  const { error, control } = useField(name);
  const { field } = useController({ name, control });
  const savedAt = useContext(DraftSavedAt);
  const box = useRef<HTMLDivElement>(null);
  const { ref } = field;
  // The editor loads later than the form; this ref lets the form focus it on a validation error.
  useEffect(
    () => ref({ focus: () => box.current?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus() }),
    [ref],
  );
  return (
    <div className="form-wide" ref={box}>
      <RichTextField
        {...{ label, error, ...rest }}
        value={String(field.value ?? '')}
        onChange={field.onChange}
        note={savedAt === null ? undefined : `Autosaved on this device, ${timeOfDay(savedAt)}`}
      />
    </div>
  );
}
