import { type FormEvent, useEffect, useRef, useState } from 'react';
import { demoRequestForm } from '#paths.ts';
import { Icon } from '#ui/site/icon.tsx';
import { Spinner } from '#ui/site/spinner.tsx';
import { showToast } from '#ui/site/toast/show-toast.ts';
import { Toasts } from '#ui/site/toast/toasts.tsx';
import { words as shared } from '#ui/site/words.ts';
import { DemoField } from './demo-field.tsx';
import { type DemoFormState, type DemoRequestInput, demoRequestFields } from './schema.ts';
import { sendDemoRequest } from './send-demo-request.ts';
import { SentNotice } from './sent-notice.tsx';
import { words } from './words.ts';

interface DemoFormProps {
  state: DemoFormState;
  csrfToken: string;
  /** The page that shows the form, to which the server leads back where JavaScript is off. */
  page: string;
}

export function DemoForm({ state: firstState, csrfToken, page }: DemoFormProps) {
  const [state, setState] = useState(firstState);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const attempts = useRef(0);

  // The first field with an error takes the focus, after the reader's own attempt only.
  useEffect(() => {
    if (attempts.current === 0) return;
    if (state.status === 'invalid') form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [state]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const values = valuesOf(event.currentTarget);
    setBusy(true);
    const answer = await sendDemoRequest(values);
    attempts.current += 1;
    setBusy(false);
    if (answer.status === 'sent') {
      form.current?.reset();
      showToast({ kind: 'good', title: words.toast, line: words.toastLine });
      setState({ status: 'sent' });
    } else {
      setState({ ...answer, values });
    }
  }

  const values = firstState.status === 'invalid' || firstState.status === 'failed' ? firstState.values : null;
  const errors = state.status === 'invalid' ? state.errors : {};
  return (
    <>
      {state.status === 'sent' ? (
        <div className="demo-card">
          <SentNotice focus={attempts.current > 0} />
        </div>
      ) : (
        <form
          ref={form}
          className="demo-card"
          method="post"
          action={demoRequestForm}
          aria-label={words.formName}
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <input type="hidden" name="_token" defaultValue={csrfToken} />
          <input type="hidden" name="page" defaultValue={page} />
          <div className="demo-fields">
            {demoRequestFields.map((name) => (
              <DemoField key={name} name={name} value={values?.[name]} errors={errors[name]} />
            ))}
          </div>
          {state.status === 'failed' && (
            <div className="notice notice-bad mt-5" role="alert">
              <Icon name="error" />
              <div>{state.message}</div>
              <button type="submit" className="button button-outline button-small">
                <Icon name="retry" />
                {shared.retry}
              </button>
            </div>
          )}
          <div className="demo-send">
            <button type="submit" className="button button-flame button-swap" aria-disabled={busy}>
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

function valuesOf(form: HTMLFormElement): DemoRequestInput {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').normalize('NFC');
  return { name: text('name'), institute_name: text('institute_name'), number: text('number'), email: text('email') };
}
