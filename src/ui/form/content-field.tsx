import { useContext, useEffect, useRef } from 'react';
import { useController } from 'react-hook-form';
import { timeOfDay } from '../admin/dates.ts';
import { KeptAt } from './drafts/draft-offer.tsx';
import { useField } from './field.tsx';
import { RichTextField } from './rich-text/rich-text-field.tsx';

interface ContentFieldProps {
  name?: string;
  label?: string;
  required?: boolean;
  loading?: boolean;
}

/** The article of a record: the rich-text editor, as a field of the form around it. */
export function ContentField({ name = 'content', label = 'Content', ...rest }: ContentFieldProps) {
  const { error, control } = useField(name);
  const { field } = useController({ name, control });
  const keptAt = useContext(KeptAt);
  const box = useRef<HTMLDivElement>(null);
  const { ref } = field;
  // The editor comes later than the form; the form finds it when it wants to show what is to be mended.
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
        note={keptAt === null ? undefined : `Autosaved on this device, ${timeOfDay(keptAt)}`}
      />
    </div>
  );
}
