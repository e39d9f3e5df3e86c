import { type SubmitEvent, useEffect, useRef } from 'react';
import { demoRequestForm } from '#paths.ts';
import { Spinner } from '#ui/site/spinner.tsx';
import { showToast } from '#ui/site/toast/show-toast.ts';
import { Toasts } from '#ui/site/toast/toasts.tsx';
import { useCountOpened } from '../funnel/count-opened.ts';
import { DemoField } from './demo-field.tsx';
import { antiSpamFields, type DemoFormState, demoRequestFields } from './schema.ts';
import { SendTrouble } from './send-trouble.tsx';
import { SentNotice } from './sent-notice.tsx';
import { useDemoRequest } from './use-demo-request.ts';
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
  const { state, busy, typed, submit, send } = useDemoRequest(form, firstState);
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
            <label htmlFor="demo-about-you">{words.trap}</label>
            <input id="demo-about-you" name={antiSpamFields.trap} tabIndex={-1} autoComplete="off" />
          </div>
          <div className="demo-fields">
            {demoRequestFields.map((name) => (
              <DemoField key={name} name={name} value={values?.[name]} errors={errors[name]} />
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
        </form>
      )}
      <Toasts />
    </>
  );
}
