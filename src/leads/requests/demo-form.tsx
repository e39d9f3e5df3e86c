import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { calls, demoFormAnchor, demoRequestForm, pages } from '#paths.ts';
import { type CallLink, CallLinks } from '#ui/site/call-links.tsx';
import { type ChosenPackage, readChosenPackage, storeChosenPackage } from '#ui/site/chosen-package.ts';
import { Icon, SiteSpinner } from '#ui/site/icon.tsx';
import { sharedStrings as shared } from '#ui/site/strings.ts';
import { showToast, Toasts } from '#ui/site/toasts.tsx';
import { nearProvider } from './near-provider.ts';
import {
  antiSpamFields,
  consentField,
  consentLine,
  type DemoFormState,
  type DemoRequestField,
  demoFormStrings,
  demoRequestFields,
  demoRequestLimits,
  type MoreField,
} from './schema.ts';
import { type DemoRequestState, useDemoRequest } from './use-demo-request.ts';

interface DemoFormProps {
  state: DemoFormState;
  csrfToken: string;
  page: string;
  more: MoreField[];
  chosen?: ChosenPackage | null;
  calls: CallLink[];
}

export function DemoForm({ state: firstState, csrfToken, page, more, chosen: onPage = null, calls }: DemoFormProps) {
  const form = useRef<HTMLFormElement>(null);
  /** The focus moves only after the visitor submitted. */
  const attempted = useRef(false);
  const { state, busy, mended: corrected, typed: onInput, submit, another } = useDemoRequest(form, firstState);
  useCountOpened(form);
  const [near, setNear] = useState<string>();
  const previous = firstState.status === 'invalid' || firstState.status === 'failed' ? firstState : null;
  const initialChoice = onPage ?? previous?.chosen ?? null;
  const [chosen, setChosen] = useState(initialChoice);

  useEffect(() => {
    if (initialChoice) storeChosenPackage(initialChoice);
    else setChosen(readChosenPackage());
  }, [initialChoice]);

  useEffect(() => {
    if (state.status === 'sent' && state !== firstState) {
      showToast({ kind: 'good', title: demoFormStrings.toast, line: demoFormStrings.toastLine });
    }
    if (!attempted.current) return;
    if (state.status === 'invalid') form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    // The notice is above the button and may be outside the viewport.
    form.current?.querySelector('.notice')?.scrollIntoView({ block: 'nearest' });
  }, [state, firstState]);

  function attempt(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    attempted.current = true;
    submit();
  }

  function beginAnother() {
    flushSync(another);
    form.current?.querySelector<HTMLElement>('[name=name]')?.focus();
  }

  const errors = state.status === 'invalid' ? state.errors : {};
  return (
    <>
      {state.status === 'sent' ? (
        <div className="demo-card">
          <SentNotice
            focus={attempted.current}
            mailed={state.mailed}
            calls={calls}
            page={page}
            onAnother={beginAnother}
          />
        </div>
      ) : (
        <form
          ref={form}
          className="demo-card"
          method="post"
          action={`${demoRequestForm}#${demoFormAnchor}`}
          aria-label={demoFormStrings.formName}
          noValidate
          onSubmit={attempt}
          onInput={(event) => {
            onInput(event);
            const { name, value } = event.target as HTMLInputElement;
            if (name === 'email') setNear(nearProvider(value));
          }}
        >
          <input type="hidden" name="_token" defaultValue={csrfToken} />
          <input type="hidden" name="page" defaultValue={page} />
          <div className="demo-trap">
            <label htmlFor="demo-about-you">{demoFormStrings.honeypot}</label>
            <input id="demo-about-you" name={antiSpamFields.honeypot} tabIndex={-1} autoComplete="off" />
          </div>
          {chosen && (
            <Chosen
              chosen={chosen}
              isAsked={more.some(({ name }) => name === 'students')}
              onDrop={() => {
                storeChosenPackage(null);
                setChosen(null);
              }}
            />
          )}
          <div className="demo-fields">
            {demoRequestFields.map((name) => (
              <DemoField
                key={name}
                name={name}
                value={previous?.values[name]}
                errors={corrected.has(name) ? undefined : errors[name]}
                near={near}
              />
            ))}
            {more.map((field) => (
              <AskedField
                key={field.name}
                {...field}
                value={previous?.values[field.name] ?? (field.name === 'students' ? chosen?.students : '')}
              />
            ))}
          </div>
          <SendError state={state} />
          <div className="demo-send wrap">
            <button type="submit" className="button button-action button-swap" aria-disabled={busy}>
              <span data-away={busy || undefined}>{submitWords[state.status] ?? demoFormStrings.submit}</span>
              <span data-away={!busy || undefined}>
                <SiteSpinner />
                {demoFormStrings.busy}
              </span>
            </button>
            <small>{demoFormStrings.required}</small>
          </div>
          <input type="hidden" name={consentField} defaultValue={consentLine} />
          <p className="demo-consent">
            {demoFormStrings.consent.before}
            <a href={pages.privacy}>{demoFormStrings.consent.link}</a>
            {demoFormStrings.consent.after}
          </p>
        </form>
      )}
      <Toasts />
    </>
  );
}

function Chosen({ chosen, isAsked, onDrop }: { chosen: ChosenPackage; isAsked: boolean; onDrop: () => void }) {
  return (
    <div className="demo-chosen wrap">
      {!isAsked && <input type="hidden" name="students" value={chosen.students} />}
      <input type="hidden" name="package" value={chosen.package} />
      {chosen.change && <input type="hidden" name="change" value={chosen.change} />}
      <p>
        {demoFormStrings.chosen} <b>{chosen.package}</b>
      </p>
      <a href={chosen.change ?? pages.calculator}>{demoFormStrings.change}</a>
      <button type="button" className="with-js" onClick={onDrop}>
        {demoFormStrings.drop}
      </button>
    </div>
  );
}

/** What the button says, where it isn't the first try. */
const submitWords: Partial<Record<DemoRequestState['status'], string>> = {
  waiting: demoFormStrings.sendNow,
  failed: shared.retry,
};

interface DemoFieldProps {
  name: DemoRequestField;
  value?: string | undefined;
  errors: string[] | undefined;
  near: string | undefined;
}

const kinds = {
  name: { type: 'text', autoComplete: 'name', inputMode: 'text' },
  institute_name: { type: 'text', autoComplete: 'organization', inputMode: 'text' },
  number: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email' },
} as const;

/** Uncontrolled, so that text typed before hydration is kept. */
function DemoField({ name, value, errors, near }: DemoFieldProps) {
  const id = `demo-${name}`;
  const message = errors?.[0];
  const hint = name === 'email' ? demoFormStrings.emailHint : null;
  return (
    <div className="field">
      <label htmlFor={id}>
        {demoFormStrings.fields[name]} <span aria-hidden="true">*</span>
      </label>
      <input
        id={id}
        name={name}
        {...kinds[name]}
        defaultValue={value}
        maxLength={demoRequestLimits[name]}
        placeholder={demoFormStrings.examples[name] || undefined}
        aria-required="true"
        aria-invalid={message ? true : undefined}
        aria-describedby={[message && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
      />
      {message && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="error" />
          {message}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="field-hint" aria-live="polite">
          {near ? <NearProvider name={near} /> : hint}
        </p>
      )}
    </div>
  );
}

/** It is only asked: the address is taken as it is, too. */
function NearProvider({ name }: { name: string }) {
  return (
    <>
      <span>{demoFormStrings.near}</span>{' '}
      <button
        type="button"
        onClick={({ currentTarget }) => {
          const input = currentTarget.form?.elements.namedItem('email') as HTMLInputElement;
          input.value = input.value.trim().replace(/[^@]*$/, name);
          input.dispatchEvent(new Event('input', { bubbles: true }));
          input.focus();
        }}
      >
        {name}?
      </button>
    </>
  );
}

/** Beside the four; nobody has to answer. */
function AskedField({ name, label, options, value }: MoreField & { value: string | undefined }) {
  const id = `demo-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {options.length > 0 ? (
        <select id={id} name={name} defaultValue={value}>
          <option value="">{demoFormStrings.choose}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input id={id} name={name} inputMode="numeric" maxLength={9} defaultValue={value} />
      )}
    </div>
  );
}

interface SentNoticeProps {
  focus: boolean;
  mailed: boolean;
  calls: CallLink[];
  page: string;
  onAnother: () => void;
}

/** Replaces the form and takes the focus, because the submit button is gone. */
function SentNotice({ focus, mailed, calls, page, onAnother }: SentNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const section = document.getElementById(demoFormAnchor);
    section?.setAttribute('data-sent', '');
    if (focus) {
      box.current?.focus({ preventScroll: true });
      box.current?.scrollIntoView({ block: 'nearest' });
    }
    return () => section?.removeAttribute('data-sent');
  }, [focus]);
  return (
    <div className="notice notice-good demo-sent" ref={box} tabIndex={-1}>
      <Icon name="check" />
      <div>
        <b>{mailed ? demoFormStrings.sentLine : demoFormStrings.kept}</b>
        {mailed ? <small lang="en">{demoFormStrings.sent}</small> : demoFormStrings.keptLine}
        <strong>{demoFormStrings.next}</strong>
        <ol>
          {(mailed ? demoFormStrings.nextMailed : demoFormStrings.nextCalled).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {calls.length > 0 && <p>{demoFormStrings.sooner}</p>}
        <CallLinks calls={calls} />
        <p>
          <a
            href={page}
            className="stitch-link"
            onClick={(event) => {
              event.preventDefault();
              onAnother();
            }}
          >
            {demoFormStrings.another}
          </a>
        </p>
      </div>
    </div>
  );
}

function SendError({ state }: { state: DemoRequestState }) {
  if (state.status === 'failed') {
    return (
      <div className="notice notice-bad" role="alert">
        <Icon name="error" />
        <div>{state.message}</div>
      </div>
    );
  }
  if (state.status !== 'waiting') return null;
  return (
    <div className="notice" role="status">
      <Icon name="offline" />
      <div>
        <b>{demoFormStrings.offline}</b>
        {demoFormStrings.offlineLine}
      </div>
    </div>
  );
}

interface Privacy {
  globalPrivacyControl?: boolean;
}

/** Sends one anonymous beacon; nothing if the visitor objects to tracking. */
function useCountOpened(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & Privacy;
    if (!element || doNotTrack === '1' || globalPrivacyControl || webdriver) return;
    // The focus may be in the form already: it may have loaded this code.
    if (element.contains(document.activeElement)) {
      count();
      return;
    }
    element.addEventListener('focusin', count, { once: true });
    return () => element.removeEventListener('focusin', count);
  }, [form]);
}

let counted = false;

function count(): void {
  if (counted) return;
  counted = true;
  try {
    const start = new Blob([sessionStorage.getItem('visit') ?? '[]'], { type: 'application/json' });
    navigator.sendBeacon(`${calls.countVisit}?event=opened`, start);
  } catch {
    // Storage is unavailable; this visitor is not counted.
  }
}
