import { type SubmitEvent, useEffect, useRef } from 'react';
import { demoRequestForm, pages } from '#paths.ts';
import { Icon } from '#ui/site/icon.tsx';
import { Spinner } from '#ui/site/spinner.tsx';
import { showToast } from '#ui/site/toast/show-toast.ts';
import { Toasts } from '#ui/site/toast/toasts.tsx';
import { words as shared } from '#ui/site/words.ts';
import { useCountOpened } from '../funnel/count-opened.ts';
import {
  antiSpamFields,
  consentField,
  consentLine,
  type DemoFormState,
  type DemoRequestField,
  demoRequestFields,
  demoRequestLimits,
} from './schema.ts';
import { type ShownState, useDemoRequest } from './use-demo-request.ts';
import { words } from './words.ts';

interface DemoFormProps {
  state: DemoFormState;
  csrfToken: string;
  /** The page that shows the form, to which the server leads back where JavaScript is off. */
  page: string;
}

export function DemoForm({ state: firstState, csrfToken, page }: DemoFormProps) {
  const form = useRef<HTMLFormElement>(null);
  /** The reader's own attempt: only after one may the focus be moved. */
  const attempted = useRef(false);
  const { state, busy, mended, typed, submit, send } = useDemoRequest(form, firstState);
  useCountOpened(form);

  useEffect(() => {
    if (state.status === 'sent' && state !== firstState) {
      showToast({ kind: 'good', title: words.toast, line: words.toastLine });
    }
    if (!attempted.current) return;
    // The first field with an error takes the focus.
    if (state.status === 'invalid') form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    // What went wrong is said above the button, and would push it out of a low window unseen.
    form.current?.querySelector('.notice')?.scrollIntoView({ block: 'nearest' });
  }, [state, firstState]);

  function attempt(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    attempted.current = true;
    submit();
  }

  const values = firstState.status === 'invalid' || firstState.status === 'failed' ? firstState.values : null;
  const errors = state.status === 'invalid' ? state.errors : {};
  return (
    <>
      {state.status === 'sent' ? (
        <div className="demo-card">
          <SentNotice focus={attempted.current} />
        </div>
      ) : (
        <form
          ref={form}
          className="demo-card"
          method="post"
          action={demoRequestForm}
          aria-label={words.formName}
          noValidate
          onSubmit={attempt}
          onInput={typed}
        >
          <input type="hidden" name="_token" defaultValue={csrfToken} />
          <input type="hidden" name="page" defaultValue={page} />
          <div className="demo-trap">
            <label htmlFor="demo-about-you">{words.honeypot}</label>
            <input id="demo-about-you" name={antiSpamFields.honeypot} tabIndex={-1} autoComplete="off" />
          </div>
          <div className="demo-fields">
            {demoRequestFields.map((name) => (
              <DemoField
                key={name}
                name={name}
                value={values?.[name]}
                errors={mended.has(name) ? undefined : errors[name]}
              />
            ))}
          </div>
          <SendTrouble state={state} onSend={() => void send()} />
          <div className="demo-send">
            <button type="submit" className="button button-action button-swap" aria-disabled={busy}>
              <span data-away={busy || undefined}>{words.submit}</span>
              <span data-away={!busy || undefined}>
                <Spinner />
                {words.busy}
              </span>
            </button>
            <small>{words.required}</small>
          </div>
          <input type="hidden" name={consentField} defaultValue={consentLine} />
          <p className="demo-consent">
            {words.consent.before}
            <a href={pages.privacy}>{words.consent.link}</a>
            {words.consent.after}
          </p>
        </form>
      )}
      <Toasts />
    </>
  );
}

interface DemoFieldProps {
  name: DemoRequestField;
  value?: string | undefined;
  errors: string[] | undefined;
}

const kinds = {
  name: { type: 'text', autoComplete: 'name', inputMode: 'text' },
  institute_name: { type: 'text', autoComplete: 'organization', inputMode: 'text' },
  number: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email' },
} as const;

/** The field keeps its own text: what was typed before the island came must survive its coming. */
function DemoField({ name, value, errors }: DemoFieldProps) {
  const id = `demo-${name}`;
  const message = errors?.[0];
  return (
    <div className="field">
      <label htmlFor={id}>
        {words.fields[name]} <span aria-hidden="true">*</span>
      </label>
      <input
        id={id}
        name={name}
        {...kinds[name]}
        defaultValue={value}
        maxLength={demoRequestLimits[name]}
        placeholder={words.examples[name] || undefined}
        aria-required="true"
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? `${id}-error` : undefined}
      />
      {message && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="error" />
          {message}
        </p>
      )}
    </div>
  );
}

/** Stands where the form was. It takes the focus, since the button that had it is gone. */
function SentNotice({ focus }: { focus: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focus) return;
    box.current?.focus({ preventScroll: true });
    // It is shorter than the form was, so it may now stand above the window.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [focus]);
  return (
    <div className="notice notice-good" ref={box} tabIndex={-1}>
      <Icon name="check" />
      <div>
        <b lang="en">{words.sent}</b>
        {words.sentLine}
      </div>
    </div>
  );
}

/** Why the request has not arrived, and what can be done. */
function SendTrouble({ state, onSend }: { state: ShownState; onSend: () => void }) {
  if (state.status === 'failed') {
    return (
      <div className="notice notice-bad" role="alert">
        <Icon name="error" />
        <div>{state.message}</div>
        <button type="submit" className="button button-quiet button-small">
          <Icon name="retry" />
          {shared.retry}
        </button>
      </div>
    );
  }
  if (state.status !== 'waiting') return null;
  return (
    <div className="notice" role="status">
      <Icon name="offline" />
      <div>
        <b>{words.offline}</b>
        {words.offlineLine}
      </div>
      <button type="button" className="button button-quiet button-small" onClick={onSend}>
        <Icon name="retry" />
        {words.sendNow}
      </button>
    </div>
  );
}
