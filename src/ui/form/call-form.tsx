import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { type Control, FormProvider, type UseFormReturn, useForm, useFormContext, useFormState } from 'react-hook-form';
import { t } from '#i18n/text.ts';
import { CallError, messageOf } from '../admin/calls/api.ts';
import { notifyError, notifyMerged } from '../admin/notify.tsx';
import { Spinner } from '../admin/spinner.tsx';

interface CallFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  form: UseFormReturn<FormValues>;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** Errors that belong to no field, if they stand at the top. */
  others?: string[];
}

/** The frame of a form of `useCallForm`. */
export function CallForm({ form, submit, others, children, ...rest }: CallFormProps) {
  return (
    <FormProvider {...form}>
      <form noValidate {...rest} onSubmit={submit}>
        {others && <ErrorSummary others={others} />}
        {children}
      </form>
    </FormProvider>
  );
}

/** One line above the form: the number of errors, and those that belong to no field. */
export function ErrorSummary({ others = [] }: { others?: string[] }) {
  const { errors } = useFormState();
  const count = Object.keys(errors).length;
  return (
    <div role="alert">
      {(count > 0 || others.length > 0) && (
        <div className="notice notice-bad error-summary">
          <CircleAlert />
          <p>
            {count > 0 && (count === 1 ? 'One field needs your attention. ' : `${count} fields need your attention. `)}
            {others.join(' ')}
          </p>
        </div>
      )}
    </div>
  );
}

interface SubmitButtonProps {
  idle: ReactNode;
  busy: string;
  className?: string;
  /** Tells the buttons of one form apart. */
  value?: string;
}

export function SubmitButton({ idle, busy, className = '', value }: SubmitButtonProps) {
  const { isSubmitting } = useFormState();
  return (
    <button
      type="submit"
      value={value}
      className={`button button-primary ${className}`}
      aria-busy={isSubmitting}
      aria-disabled={isSubmitting}
      onClick={(event) => isSubmitting && event.preventDefault()}
    >
      {isSubmitting && <Spinner />}
      {isSubmitting ? busy : idle}
    </button>
  );
}

interface CallFormOptions {
  values: FormValues;
  /** The record in the form, if it is of one. */
  record?: RecordVersion;
  /** The values of that record, from which a conflict is merged. */
  base?: FormValues;
  send: (values: FormValues) => Promise<void>;
  /**
   * Merges the record of a 409, which somebody else saved, into the form, and returns what the other changed; null if the
   * user goes back to the form.
   */
  onConflict?: (conflict: CallError) => Promise<string[] | null>;
  onFailure?: (error: unknown) => unknown;
  /** Shows other errors with those that belong to no field. */
  isInline?: boolean;
}

/** A form with a call. Errors of a 422 are shown at their fields, conflicts are merged, all others go to `onFailure`, else a toast. */
export function useCallForm(options: CallFormOptions) {
  const { values, record = null, base, onConflict, onFailure = notifyError, isInline } = options;
  const form = useForm<FormValues>({ defaultValues: values });
  const [others, setOthers] = useState<string[]>([]);
  const state = useRef(formStateOf(record, base));
  const dispatch = (event: FormEvent) => {
    state.current = nextFormState(state.current, event);
  };

  function submit(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault();
    void submitTo(options.send);
  }

  /** Does nothing while a call is running, so that a form is not submitted twice. */
  async function submitTo(send: (values: FormValues) => Promise<void>) {
    if (state.current.phase !== 'idle') return;
    dispatch({ type: 'save' });
    clearErrors();
    try {
      await form.handleSubmit((input) => sendMerged(input, send).catch(showFailure))();
    } finally {
      dispatch({ type: 'settle' });
    }
  }

  /** Sends again what was merged after a conflict, and may meet another one then. */
  async function sendMerged(
    input: FormValues,
    send: (values: FormValues) => Promise<void>,
    merged: string[] = [],
  ): Promise<void> {
    // After the message of the save.
    const tell = (isSaved: boolean) => merged.length > 0 && setTimeout(notifyMerged, 0, merged, isSaved);
    try {
      await send(input);
      tell(true);
    } catch (error) {
      const isConflict = error instanceof CallError && error.status === 409 && error.data;
      const more = isConflict && onConflict ? await onConflict(error) : undefined;
      if (more) return sendMerged({ ...form.getValues() }, send, [...merged, ...more]);
      tell(false);
      if (more !== null) throw error;
    }
  }

  function clearErrors() {
    form.clearErrors();
    setOthers([]);
  }

  async function showFailure(error: unknown) {
    const unplaced = showServerErrors(form, error) ?? (isInline ? [messageOf(error)] : null);
    if (unplaced) setOthers(unplaced);
    else await onFailure(error);
  }

  return { form, submit, submitTo, showFailure, others, clearErrors, state, dispatch };
}

/** Shows the errors of a 422 at their fields. Returns those that belong to no field, or null for any other error. */
function showServerErrors(
  { setError, setFocus, getValues }: Pick<UseFormReturn, 'setError' | 'setFocus' | 'getValues'>,
  error: unknown,
): string[] | null {
  if (!(error instanceof CallError) || error.status !== 422) return null;
  const fieldNames = new Set(Object.keys(getValues()));
  const names = Object.keys(error.fields);
  for (const name of names.filter((name) => fieldNames.has(name))) {
    setError(name, { type: 'server', message: error.fields[name]?.[0] ?? error.message });
  }
  const first = names.find((name) => fieldNames.has(name));
  // After the messages are rendered, so that a screen reader reads them with the field.
  if (first) requestAnimationFrame(() => setFocus(first));
  const others = names.filter((name) => !fieldNames.has(name)).flatMap((name) => error.fields[name] ?? []);
  return names.length === 0 ? [error.message] : others;
}

/** The values that changed since they were sent, as the user may type on during the request. */
export function changedSince(
  { getValues }: Pick<UseFormReturn<FormValues>, 'getValues'>,
  sent: FormValues,
): FormValues {
  const now = Object.entries(typedValues({ getValues }));
  return Object.fromEntries(now.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name])));
}

/** The editor reports changes with a delay, unless a `formdata` event asks for them. */
export function typedValues({ getValues }: Pick<UseFormReturn<FormValues>, 'getValues'>): FormValues {
  const typing = document.activeElement?.closest('form');
  if (typing) new FormData(typing);
  return getValues();
}

/** Merges values into the form and marks them dirty. */
export function mergeValues({ setValue }: Pick<UseFormReturn<FormValues>, 'setValue'>, values: FormValues): void {
  for (const [name, value] of Object.entries(values)) setValue(name, value, { shouldDirty: true });
}

/** The parts of a record that tell a stale form. */
export interface RecordVersion {
  updated_at: string | null;
  pending?: { draft_at: string | null } | null;
  image?: string | null;
}

/** What the form of a record knows beside its values. Whether it is dirty is known by react-hook-form. */
export interface FormState {
  phase: 'idle' | 'saving';
  /** The version that was read, so that a save does not overwrite a newer one. */
  version: string | null;
  /** The version of the draft, if the form shows one. */
  draftAt: string | null;
  /** The values of the version that was read, from which a conflict is merged; null if they are unknown. */
  base: FormValues | null;
  /** How often the form was filled: a response to an earlier content must not change a later one. */
  generation: number;
}

export type FormEvent =
  | { type: 'fill'; record: RecordVersion | null; base: FormValues | null }
  | { type: 'restore'; version: string | null; draftAt?: string | null | undefined; base: FormValues | null }
  | { type: 'save' }
  | { type: 'merge'; record: RecordVersion; base: FormValues }
  | { type: 'settle' };

export function formStateOf(record: RecordVersion | null, base: FormValues | null = null): FormState {
  return { phase: 'idle', generation: 0, base, ...versionsOf(record) };
}

export function nextFormState(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'fill':
      return { ...state, ...versionsOf(event.record), base: event.base, generation: state.generation + 1 };
    case 'restore': {
      const { version, draftAt = state.draftAt, base } = event;
      return { ...state, version, draftAt, base };
    }
    case 'save':
      return { ...state, phase: 'saving' };
    case 'merge':
      return { ...state, ...versionsOf(event.record), base: event.base };
    case 'settle':
      return { ...state, phase: 'idle' };
  }
}

/** What a copy of the form on the device needs, so that it can be merged later. */
export function versionIn({ version, draftAt, base }: FormState): Pick<FormState, 'version' | 'draftAt' | 'base'> {
  return { version, draftAt, base };
}

function versionsOf(record: RecordVersion | null): Pick<FormState, 'version' | 'draftAt'> {
  return { version: record?.updated_at ?? null, draftAt: record?.pending?.draft_at ?? null };
}

export type FormValue = string | number | boolean | number[] | string[] | null;

export type FormValues = Record<string, FormValue>;

export interface FieldProps {
  /** Its name in the request body, by which validation errors find it. */
  name: string;
  label: string;
  required?: boolean;
  /** Of twelve columns; all of them by default. */
  span?: 3 | 4 | 6 | 8;
  hint?: string;
}

interface ShownField {
  id: string;
  choices: Choice[];
}

interface Choice {
  id: number | string;
  name: string;
}

/** The fields of each form that are on the screen. */
const shownFields = new WeakMap<Control<FormValues>, Map<string, ShownField>>();

/** The words of a field as they are on the screen: its label, and the names of its choices. */
export function fieldWords(control: Control<FormValues>, name: string) {
  const { id, choices = [] } = shownFields.get(control)?.get(name) ?? {};
  const label = document.querySelector(`[id="${id}-label"], label[for="${id}"]`)?.firstChild?.textContent ?? undefined;
  return { label, nameOf: (value: number | string) => choices.find((choice) => choice.id === value)?.name };
}

/** The validation error of a field, with its ARIA attributes. */
export function useField(name: string, hasHint = false, choices: Choice[] = []) {
  const id = useId();
  const { control, register } = useFormContext<FormValues>();
  if (!shownFields.has(control)) shownFields.set(control, new Map());
  shownFields.get(control)?.set(name, { id, choices });
  const { errors } = useFormState({ control, name });
  const error = errors[name]?.message;
  const message = typeof error === 'string' ? error : undefined;
  const described = [message && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    error: message,
    control,
    register,
    aria: { id, 'aria-invalid': message !== undefined, 'aria-describedby': described || undefined },
  };
}

export function Field({
  id,
  label,
  required,
  span,
  error,
  hint,
  group,
  children,
}: {
  id: string;
  label: string;
  required?: boolean | undefined;
  span?: number | undefined;
  error?: string | undefined;
  hint?: ReactNode;
  /** For controls without a single labelable element; the label then has the id `…-label`. */
  group?: boolean;
  children: ReactNode;
}) {
  const words = (
    <>
      {label}
      {required && (
        <span className="label-star" aria-hidden="true">
          {' '}
          *
        </span>
      )}
    </>
  );
  return (
    <div className="field" data-span={span}>
      {group ? (
        <span className="label" id={`${id}-label`}>
          {words}
        </span>
      ) : (
        <label htmlFor={id}>{words}</label>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <div className="field-foot note" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <CircleAlert />
      <span>{children}</span>
    </p>
  );
}

export function PasswordField({
  name,
  label,
  required,
  autoComplete,
  hint,
  words = english,
  icon,
}: Omit<FieldProps, 'span'> & {
  autoComplete: 'current-password' | 'new-password';
  words?: { show: string; hide: string };
  icon?: ReactNode;
}) {
  const { id, error, aria, register } = useField(name, Boolean(hint));
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ id, label, required, error, hint }}>
      <div className="secret">
        {icon}
        <input
          className="control"
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          aria-required={required}
          {...aria}
          {...register(name)}
        />
        <button
          type="button"
          className="icon-button"
          aria-pressed={shown}
          aria-label={shown ? words.hide : words.show}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </button>
      </div>
    </Field>
  );
}

const english = t({ show: 'Show password', hide: 'Hide password' });
