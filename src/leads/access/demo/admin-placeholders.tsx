import { useFormContext } from 'react-hook-form';
import type { FormValues } from '#ui/form/values.ts';
import { placeholders } from './placeholders.ts';

/** What can be filled in; a press writes it into the message, where the cursor is. */
export function PlaceholderButtons() {
  const { setValue } = useFormContext<FormValues>();

  function write(text: string): void {
    const area = document.querySelector<HTMLTextAreaElement>('.demo-access textarea[name=message]');
    if (!area) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    setValue('message', area.value, { shouldDirty: true });
    area.focus();
  }

  return (
    <fieldset className="demo-placeholders">
      <legend className="note">Filled in for each visitor; press to write it into the message:</legend>
      {placeholders.map(({ name, means }) => (
        <button
          key={name}
          type="button"
          className="button button-quiet button-small"
          onClick={() => write(`{${name}}`)}
        >
          <code>{`{${name}}`}</code> {means}
        </button>
      ))}
    </fieldset>
  );
}
