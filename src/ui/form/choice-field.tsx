import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { t } from '#i18n/text.ts';
import { answerAt, useReload, type Written } from '../admin/calls/api.ts';
import { notifyResult } from '../admin/notify.tsx';
import { Field, type FieldProps, useField } from './call-form.tsx';

interface SelectFieldProps extends FieldProps {
  choices: Choices;
  /** Instead of changing the value of the form. */
  onChoose?: (id: number) => void;
}

/** The value of a field that is no input, and the props of the frame around it. */
function useChosen({ name, label, required, span, hint }: FieldProps, choices: Parameters<typeof useField>[2]) {
  const { id, error, aria, control } = useField(name, Boolean(hint), choices);
  const { field } = useController({ name, control });
  return { field, aria, frame: { id, label, required, span, error, hint } };
}

export function SelectField({ choices, onChoose, ...props }: SelectFieldProps) {
  const { field, aria, frame } = useChosen(props, choices.items);
  const chosen = typeof field.value === 'number' ? [field.value] : [];
  return (
    <Field {...frame}>
      <ChoiceBox
        {...{ choices, chosen, aria }}
        label={props.label}
        inputRef={field.ref}
        onChoose={onChoose ?? field.onChange}
        onBlur={field.onBlur}
      />
    </Field>
  );
}

export function OptionField({ options, ...props }: FieldProps & { options: { value: string; name: string }[] }) {
  const { field, aria, frame } = useChosen(
    props,
    options.map((option) => ({ id: option.value, name: option.name })),
  );
  return (
    <Field {...frame}>
      <select className="control" {...aria} {...field} value={String(field.value ?? '')}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface ChecksFieldProps<Word extends string> extends FieldProps {
  options: readonly Word[];
  nameOf: (option: Word) => ReactNode;
}

/** Words of a list, each with a box to tick. */
export function ChecksField<Word extends string>({ options, nameOf, ...frame }: ChecksFieldProps<Word>) {
  const { id, error, register } = useField(frame.name, Boolean(frame.hint));
  return (
    <Field {...frame} id={id} error={error} group>
      <fieldset className="checks" aria-labelledby={`${id}-label`}>
        {options.map((option) => (
          <label key={option} className="check-row inline-row">
            <input type="checkbox" value={option} {...register(frame.name)} />
            <span>{nameOf(option)}</span>
          </label>
        ))}
      </fieldset>
    </Field>
  );
}

export function MultiSelectField({ choices, ...props }: FieldProps & { choices: Choices }) {
  const { field, aria, frame } = useChosen(props, choices.items);
  const chosen = Array.isArray(field.value) ? field.value.map(Number) : [];
  const without = (id: number) => chosen.filter((other) => other !== id);
  return (
    <Field {...frame}>
      <ChoiceBox
        {...{ choices, chosen, aria }}
        label={props.label}
        multiple
        inputRef={field.ref}
        onChoose={(choice) => field.onChange(chosen.includes(choice) ? without(choice) : [...chosen, choice])}
        onRemove={(choice) => field.onChange(without(choice))}
        onBlur={field.onBlur}
      />
    </Field>
  );
}

/** The options of a select, from a call that returns an array. `make` creates one that is missing, where it is chosen. */
export function useChoices<T extends { id: number }>(
  path: string,
  nameOf: (item: T) => string,
  make?: (name: string) => Promise<Written<{ id: number }>>,
): Choices {
  const reload = useReload();
  const { data, isError } = useQuery({ ...answerAt<T[]>(path), queryKey: [path, 'choices'] });
  const items: Choice[] = (data ?? []).map((item) => ({ id: item.id, name: nameOf(item) }));
  const add = async (name: string) => {
    const written = make && (await notifyResult(make(name)));
    await reload();
    return written?.data.id;
  };
  return { items, state: isError ? 'failed' : data ? 'ready' : 'loading', add: make && add };
}

interface Choice {
  id: number;
  name: string;
}

export interface Choices {
  items: Choice[];
  state: 'ready' | 'loading' | 'failed';
  /** Returns the id of the new one; undefined if it was rejected, as a notice says then. */
  add?: ((name: string) => Promise<number | undefined>) | undefined;
}

/** Stands for the choice that is yet to be made. */
const newId = -1;

interface ChoiceBoxProps {
  label: string;
  choices: Choices;
  chosen: number[];
  multiple?: boolean;
  aria: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };
  inputRef: Ref<HTMLInputElement>;
  onChoose: (id: number) => void;
  onRemove?: (id: number) => void;
  onBlur: () => void;
}

/** A combobox: type to filter, arrows to move, Enter to choose, Escape to close. */
export function ChoiceBox(props: ChoiceBoxProps) {
  const { label, choices, chosen, multiple = false, aria, inputRef, onRemove, onBlur } = props;
  const { open, text, shown, current, show, close, type, choose, setActive, onKeyDown } = useOptions(props);
  const listId = `${aria.id}-options`;
  const nameOf = (id: number) => choices.items.find((choice) => choice.id === id)?.name ?? `#${id}`;
  const single = !multiple && chosen[0] !== undefined ? nameOf(chosen[0]) : '';

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices when the focus leaves
    <div
      className="combo"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        close();
        onBlur();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a wider place to click; the keyboard uses the input */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
      <div className="control combo-box" aria-invalid={aria['aria-invalid']} onClick={focusInput}>
        {multiple && chosen.map((id) => <Chip key={id} name={nameOf(id)} onRemove={() => onRemove?.(id)} />)}
        <input
          {...aria}
          ref={inputRef}
          role="combobox"
          autoComplete="off"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && shown[current] ? `${listId}-${shown[current].id}` : undefined}
          value={open ? text : single}
          placeholder={single || (chosen.length === 0 ? 'Choose' : '')}
          onChange={(event) => type(event.target.value)}
          onClick={show}
          onKeyDown={onKeyDown}
        />
        <span className="combo-arrow center">
          <ChevronDown />
        </span>
      </div>
      <Options
        {...{ listId, label, choices, shown, chosen, multiple, open, current }}
        onActive={setActive}
        onChoose={choose}
      />
    </div>
  );
}

function useOptions({ choices, chosen, multiple = false, onChoose, onRemove }: ChoiceBoxProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const isAdding = useRef(false);
  const typed = text.trim().normalize('NFC');
  const found = choices.items.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
  const isMissing = choices.add && choices.state === 'ready' && typed && !found.some(({ name }) => name === typed);
  const shown = isMissing ? [...found, { id: newId, name: t`Add ‘${typed}’` }] : found;
  const current = Math.min(active, shown.length - 1);

  function show() {
    if (open) return;
    setOpen(true);
    const at = choices.items.findIndex(({ id }) => id === chosen[0]);
    setActive(Math.max(0, at));
  }

  function close() {
    setOpen(false);
    setText('');
  }

  async function choose(option: number | undefined) {
    if (isAdding.current) return;
    isAdding.current = option === newId;
    const id = isAdding.current ? await choices.add?.(typed) : option;
    isAdding.current = false;
    if (id === undefined) return;
    onChoose(id);
    setText('');
    if (!multiple) close();
  }

  function type(next: string) {
    show();
    setText(next);
    setActive(0);
  }

  const keys: Record<string, (event: KeyboardEvent) => void> = {
    ArrowDown: () => (open ? setActive((current + 1) % Math.max(1, shown.length)) : show()),
    ArrowUp: () => (open ? setActive((current + shown.length - 1) % Math.max(1, shown.length)) : show()),
    ...(open && {
      Enter: () => choose(shown[current]?.id),
      Escape: (event) => {
        // Closes only the list, not the dialog around it.
        event.nativeEvent.stopImmediatePropagation();
        close();
      },
    }),
  };

  function onKeyDown(event: KeyboardEvent) {
    const act = keys[event.key];
    if (act) {
      event.preventDefault();
      event.stopPropagation();
      act(event);
    } else if (event.key === 'Backspace' && multiple && text === '') {
      const last = chosen.at(-1);
      if (last !== undefined) onRemove?.(last);
    }
  }

  return { open, text, shown, current, show, close, type, choose, setActive, onKeyDown };
}

function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <span className="chip">
      {name}
      <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
        <X />
      </button>
    </span>
  );
}

interface OptionsProps extends Pick<ChoiceBoxProps, 'label' | 'choices' | 'chosen' | 'multiple' | 'onChoose'> {
  listId: string;
  shown: Choice[];
  open: boolean;
  current: number;
  onActive: (index: number) => void;
}

function Options({ listId, label, choices, shown, chosen, multiple, open, current, onActive, onChoose }: OptionsProps) {
  const active = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) active.current?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <>
      <div
        className="options"
        role="listbox"
        id={listId}
        aria-label={label}
        aria-multiselectable={multiple}
        hidden={!open}
      >
        {shown.map(({ id, name }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          <div
            key={id}
            ref={index === current ? active : undefined}
            role="option"
            id={`${listId}-${id}`}
            className="option"
            aria-selected={chosen.includes(id)}
            data-active={index === current || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => onActive(index)}
            onClick={() => onChoose(id)}
          >
            {name}
            {chosen.includes(id) && <Check />}
          </div>
        ))}
      </div>
      {open && shown.length === 0 && (
        <div className="options">
          <p className="options-note" role="status">
            {wordsFor(choices.state)}
          </p>
        </div>
      )}
    </>
  );
}

function focusInput({ currentTarget, target }: React.MouseEvent<HTMLDivElement>) {
  if (target instanceof Element && target.closest('button, input')) return;
  const input = currentTarget.querySelector('input');
  input?.focus();
  input?.click();
}

function wordsFor(state: Choices['state']): string {
  if (state === 'loading') return t('Loading…');
  return t(state === 'failed' ? 'The list could not be loaded. Load this page again.' : 'No match');
}
