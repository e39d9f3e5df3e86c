import { Eye, Send } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { useOnlyRecord } from '#cms/collections/form/use-only-record.ts';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { Card } from '#ui/admin/card.tsx';
import { HiddenSecret } from '#ui/admin/hidden-secret.tsx';
import { useMayWrite, Writers } from '#ui/admin/may-write.tsx';
import { notifyResult } from '#ui/admin/notify.tsx';
import { Spinner } from '#ui/admin/spinner.tsx';
import { ErrorSummary, type FormValues, PasswordField, SubmitButton } from '#ui/form/call-form.tsx';
import { UnsavedMark, useLeaveGuard, useSaveKey } from '#ui/form/form-card.tsx';
import { OnlyRecordScreen } from '#ui/form/only-record-screen.tsx';
import { StatusSwitch, TextArea, TextField } from '#ui/form/text-field.tsx';
import {
  fillMail,
  hasPlaceholder,
  MailBody,
  mailPlainText,
  placeholders,
  readTemplate,
  unknownPlaceholders,
} from './mail-text.tsx';
import { type DemoAccessResponse, demoAccessLimits as limits, sampleRecipient } from './schema.ts';
import './admin.css';

/** What those who ask for a demo are mailed: link, password and words, as they arrive. */
export default function DemoAccessScreen() {
  return (
    <OnlyRecordScreen<DemoAccessResponse> title="Demo password" path={adminCalls.demoAccess}>
      {(access) => <AccessForm access={access} />}
    </OnlyRecordScreen>
  );
}

function AccessForm({ access }: { access: DemoAccessResponse }) {
  const mayWrite = useMayWrite();
  const element = useRef<HTMLFormElement>(null);
  const { form, submit, others, dirty } = useOnlyRecord({ path: adminCalls.demoAccess, record: access, valuesOf });
  useLeaveGuard(dirty, 'demo password');
  useSaveKey(element);

  return (
    <FormProvider {...form}>
      <div className="stack">
        <AccessState access={access} />
        <div className="demo-access">
          <form className="card" ref={element} aria-labelledby="access-title" noValidate onSubmit={submit}>
            <div className="card-head">
              <h2 id="access-title">{access.updated_at ? 'Update' : 'Add'} demo access</h2>
              <span className="card-tools">
                <UnsavedMark />
              </span>
            </div>
            <div className="card-body">
              <ErrorSummary others={others} />
              <fieldset className="form-grid" disabled={!mayWrite}>
                <TextField name="demo_link" label="Demo link" type="url" required placeholder="https://" />
                <PasswordKept isSet={access.password_set} />
                <TextField
                  name="subject"
                  label="Subject"
                  required
                  hint={`At most ${limits.subject} characters. What visitors typed, such as {name}, is left out here.`}
                />
                <TextArea name="message" label="Message" required rows={13} hint="An empty line begins a paragraph." />
                <PlaceholderButtons />
                <StatusSwitch
                  active="Requests are answered with this mail"
                  inactive="Mails wait until this is active"
                />
              </fieldset>
            </div>
            <Writers>
              <div className="card-foot">
                <TestMail disabled={dirty || !access.password_set} />
                <SubmitButton idle={access.updated_at ? 'Update' : 'Add'} busy="Saving" />
              </div>
            </Writers>
          </form>
          <MailPreview brand={access.brand} />
        </div>
      </div>
    </FormProvider>
  );
}

/** Says plainly when visitors get no mail. */
function AccessState({
  access: { status, password_set: isSet, updated_at: savedAt, waiting },
}: {
  access: DemoAccessResponse;
}) {
  if (status === 1 && isSet) return null;
  const lost = savedAt !== null && !isSet;
  return (
    <div className="notice" role="status">
      <p>
        {lost && 'The password can’t be read with the secret of this server. Enter it again. '}
        Visitors who ask for a demo get no mail yet. {waiting > 0 && whoWaits(waiting)}
      </p>
    </div>
  );
}

function whoWaits(count: number): string {
  return count === 1
    ? t('One of them waits for it, and gets it as soon as this is active.')
    : t`${count} of them wait for it, and get it as soon as this is active.`;
}

function valuesOf({ demo_link, subject, message, status, updated_at }: DemoAccessResponse): FormValues {
  // Whoever fills it in for the first time means it to be used.
  return { demo_link, demo_password: '', subject, message, status: updated_at === null || status === 1 };
}

/** What can be filled in; a press writes it into the message, where the cursor is. */
function PlaceholderButtons() {
  const { setValue } = useFormContext<FormValues>();

  function write(text: string) {
    const area = document.querySelector<HTMLTextAreaElement>('.demo-access textarea[name=message]');
    if (!area) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    setValue('message', area.value, { shouldDirty: true });
    area.focus();
  }

  return (
    <fieldset className="demo-placeholders flow">
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

/** Mails what is saved to whoever presses it. */
function TestMail({ disabled }: { disabled: boolean }) {
  const [busy, setBusy] = useState(false);

  async function send() {
    if (busy || disabled) return;
    setBusy(true);
    await notifyResult(api.post(adminCalls.demoAccessTest, {}));
    setBusy(false);
  }

  return (
    <>
      {disabled && (
        <span className="note" id="test-mail-hint">
          Save first to send a test mail.
        </span>
      )}
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={disabled}
        aria-describedby={disabled ? 'test-mail-hint' : undefined}
        aria-busy={busy}
        onClick={() => void send()}
      >
        {busy ? <Spinner /> : <Send />}
        Send a test mail to me
      </button>
    </>
  );
}

interface Revealed {
  data: { demo_password: string };
}

/** A new demo password, and the way to see the one that is set. */
function PasswordKept({ isSet }: { isSet: boolean }) {
  return (
    <div>
      <PasswordField
        name="demo_password"
        label={isSet ? 'New demo password' : 'Demo password'}
        required={!isSet}
        autoComplete="new-password"
        hint={isSet ? 'Leave it empty to keep the password that is set.' : 'Visitors get it by mail.'}
      />
      {isSet && (
        <HiddenSecret
          label="The password that is set:"
          ways={t([
            {
              button: 'Show the password that is set',
              Icon: Eye,
              title: 'Show the demo password',
              why: 'It is written down that you asked.',
              ask: async (values) => (await api.post<Revealed>(adminCalls.demoAccessReveal, values)).data.demo_password,
            },
          ])}
        />
      )}
    </div>
  );
}

const looks = t({ html: 'As most see it', text: 'As plain text' });

/** The mail as it would arrive now, for a school of the sample. The password is not known here unless it is being typed. */
function MailPreview({ brand }: { brand: string }) {
  const [look, setLook] = useState<keyof typeof looks>('html');
  const [link, password, subject, message] = useWatch({
    name: ['demo_link', 'demo_password', 'subject', 'message'],
  }).map(String) as [string, string, string, string];
  const access = { link: link || 'https://…', password: password || '••••••••', subject, message };
  const mail = fillMail(access, sampleRecipient, brand);
  const unknown = [...new Set([...unknownPlaceholders(subject), ...unknownPlaceholders(message)])];
  return (
    <Card
      id="preview"
      title="Preview"
      className="demo-preview"
      head={
        <fieldset className="card-tools">
          <legend className="sr-only">Look</legend>
          {Object.entries(looks).map(([name, text]) => (
            <button
              key={name}
              type="button"
              className="button button-small button-quiet"
              aria-pressed={look === name}
              onClick={() => setLook(name as keyof typeof looks)}
            >
              {text}
            </button>
          ))}
        </fieldset>
      }
    >
      <div className="card-body">
        {unknown.length > 0 && (
          <p className="field-error" role="status">
            There is nothing to fill in for {unknown.join(', ')}.
          </p>
        )}
        {hasPlaceholder(readTemplate(message), 'expires') && (
          <p className="note demo-left-out">The access has no last day, so the line with {'{expires}'} is left out.</p>
        )}
        <dl className="demo-mail-head">
          <dt>To</dt>
          <dd lang="bn">{sampleRecipient.name} &lt;nam@example.com&gt;</dd>
          <dt>Subject</dt>
          <dd lang="bn">
            <b>{mail.subject}</b>
          </dd>
        </dl>
        {look === 'text' ? (
          <pre className="demo-plain" lang="bn">
            {mailPlainText(mail)}
          </pre>
        ) : (
          <Isolated>
            <MailBody {...mail} />
          </Isolated>
        )}
      </div>
    </Card>
  );
}

/** Apart from the styles of the back office, as in a mail program. Its links lead nowhere. */
function Isolated({ children }: { children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  useLayoutEffect(() => {
    if (host.current) setRoot(host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' }));
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only stops the links inside, whatever pressed them
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div className="demo-sheet" lang="bn" ref={host} onClick={(event) => event.preventDefault()}>
      {root && createPortal(children, root)}
    </div>
  );
}
