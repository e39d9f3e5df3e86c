import './second-factor.css';
import { Copy, Download, Printer } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod/mini';
import { t } from '#i18n/text.ts';
import { calls, withId } from '#paths.ts';
import { api, useAnswer, useReload, type Written } from '#ui/admin/calls/api.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { Modal } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyError } from '#ui/admin/notify.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { Failed } from '#ui/table/table.tsx';
import type {
  newAppSchema,
  newPasskeySchema,
  recoveryCodesSchema,
  secondFactorSchema,
  sessionsSchema,
} from '../schema.ts';
import { setSecondFactorMissing } from '../session.ts';
import { signOutElsewhere } from '../session-list.tsx';
import { ConfirmDialog, type ConfirmDialogProps, type DialogValues } from './confirm-dialog.tsx';
import { createPasskey, hasPasskeys } from './passkey-client.ts';
import { CodeField } from './second-step.tsx';

type SecondFactor = z.infer<typeof secondFactorSchema>;

interface Open {
  /** A factor is added, so that signing out elsewhere is offered afterwards. */
  isNew?: boolean;
  /** A change that asks for a proof, or new codes to show; neither while an app is set up. */
  change?: Change;
  codes?: string[];
}

type Change = Omit<ConfirmDialogProps, 'ways' | 'send' | 'onClose'> & {
  send: (values: DialogValues) => Promise<Added>;
};

/** Shown at the top of the profile, the only usable page until there is a second factor. */
export function SecondFactorMissing() {
  const { data } = useSecondFactor();
  return (
    data?.data.is_missing && (
      <div className="notice notice-bad" role="alert">
        <p>You need a second factor here. Until you have set one up, nothing but this page can be used.</p>
        <button
          type="button"
          className="button button-quiet button-small"
          onClick={() => document.querySelector<HTMLElement>('.factor-card')?.focus()}
        >
          Set it up
        </button>
      </div>
    )
  );
}

function useSecondFactor() {
  return useAnswer<{ data: SecondFactor }>(calls.accountSecondFactor);
}

/** The app, the passkeys and the recovery codes of the account. */
export function SecondFactorCard() {
  const reload = useReload();
  const { data, isError, refetch } = useSecondFactor();
  const [open, setOpen] = useState<Open | null>(null);
  const factor = data?.data;
  useEffect(() => {
    if (factor) setSecondFactorMissing(factor.is_missing);
  }, [factor]);

  const card = useRef<HTMLElement>(null);
  const trigger = useRef<Element | null>(null);
  useEffect(() => {
    if (open || trigger.current === null) return;
    // A dialog opened from another dialog only knows that one as its trigger.
    const back = trigger.current.isConnected ? trigger.current : card.current;
    if (back instanceof HTMLElement && document.activeElement === document.body) back.focus();
    trigger.current = null;
  }, [open]);

  function show(next: Open) {
    trigger.current = document.activeElement;
    setOpen(next);
  }

  async function done({ message, data: { recovery_codes: codes } }: Added) {
    const isNew = open?.isNew === true;
    notifyDone(message);
    await reload(calls.accountSecondFactor);
    setOpen(codes ? { codes, isNew } : null);
    if (!codes && isNew) await offerSignOutElsewhere();
  }

  function close() {
    setOpen(null);
    if (open?.codes && open.isNew) void offerSignOutElsewhere();
  }

  async function offerSignOutElsewhere() {
    const sessions = await api.get<z.infer<typeof sessionsSchema>>(calls.accountSessions).catch(() => null);
    if (!sessions || sessions.data.length < 2) return;
    await ask({
      title: 'Sign out everywhere else?',
      text: 'Your other devices are still signed in, and nobody was asked for the second factor there.',
      proceed: 'Sign out everywhere else',
      cancel: 'Leave them signed in',
      tone: 'notice',
      act: signOutElsewhere,
    });
    await reload(calls.accountSessions);
  }

  const hasPasskey = factor !== undefined && factor.passkeys.length > 0;
  const isOn = hasPasskey || Boolean(factor?.app_since);
  const ways = [isOn ? 'code' : 'password', ...(hasPasskey ? ['passkey'] : [])];
  return (
    <section className="card factor-card" aria-labelledby="second-factor-title" ref={card} tabIndex={-1}>
      <div className="card-head">
        <h2 id="second-factor-title">Second factor</h2>
        {factor && <span className={isOn ? 'badge badge-active' : 'badge badge-inactive'}>{isOn ? 'On' : 'Off'}</span>}
      </div>
      <div className="card-body">
        {isError && <Failed onRetry={refetch} />}
        {factor && <Factors factor={factor} isOn={isOn} onOpen={show} />}
      </div>
      {open && <Dialog {...{ open, ways }} onClose={close} onDone={done} />}
    </section>
  );
}

function Factors({ factor, isOn, onOpen }: { factor: SecondFactor; isOn: boolean; onOpen: (open: Open) => void }) {
  const { app_since: since, passkeys, passkeys_possible: isPossible } = factor;
  return (
    <ul className="factors">
      <ProfileRow
        name={t('Authenticator app')}
        note={since ? `Set up ${formatAge(since)}` : 'Its code is asked for after your password.'}
      >
        {since && (
          <RowAction words="Remove" of={t('the app')} onClick={() => onOpen({ change: appRemoval })} tone="text" />
        )}
        <RowAction words={since ? 'Set up anew' : 'Set up an app'} onClick={() => onOpen({ isNew: true })} />
      </ProfileRow>
      <ProfileRow
        name={t('Passkeys')}
        note={
          isPossible
            ? 'The fingerprint, face or PIN of a device, or a security key. Also signs in without a password.'
            : 'They need a site with a name and https.'
        }
      >
        {isPossible && hasPasskeys() && (
          <RowAction words="Add a passkey" onClick={() => onOpen({ isNew: true, change: newPasskey })} />
        )}
        {passkeys.length > 0 && (
          <ul className="factor-passkeys">
            {passkeys.map(({ id, name, created_at, last_used_at: used }) => (
              <ProfileRow
                key={id}
                name={<span lang="bn">{name}</span>}
                note={
                  used
                    ? `Added ${formatAge(created_at)}, last used ${formatAge(used)}`
                    : `Added ${formatAge(created_at)}, not used yet`
                }
              >
                <RowAction
                  words="Remove"
                  of={name}
                  onClick={() => onOpen({ change: passkeyRemoval(id, name) })}
                  tone="text"
                />
              </ProfileRow>
            ))}
          </ul>
        )}
      </ProfileRow>
      {isOn && (
        <ProfileRow
          name={t('Recovery codes')}
          note={`${factor.recovery_codes_left} left. Each signs in once in place of the app or passkey.`}
        >
          <RowAction words="Make new codes" onClick={() => onOpen({ change: newCodes })} />
        </ProfileRow>
      )}
    </ul>
  );
}

export function ProfileRow({ name, note, children }: { name: ReactNode; note: string; children: ReactNode }) {
  return (
    <li>
      <div>
        {typeof name === 'string' ? <b>{name}</b> : name}
        <p className="note">{note}</p>
      </div>
      {children}
    </li>
  );
}

export function RowAction({
  words,
  of,
  onClick,
  tone = 'quiet',
}: {
  words: string;
  of?: string;
  onClick: () => void;
  tone?: 'quiet' | 'text';
}) {
  return (
    <button
      type="button"
      className={`button button-${tone} button-small`}
      aria-label={of && `${words}: ${of}`}
      onClick={onClick}
    >
      {words}
    </button>
  );
}

function Dialog({
  open,
  ways,
  onClose,
  onDone,
}: {
  open: Open;
  ways: string[];
  onClose: () => void;
  onDone: (written: Added) => Promise<void>;
}) {
  const { codes, change } = open;
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  if (!change) return <AppDialog ways={ways} onAdded={(added) => void onDone(added)} onClose={onClose} />;
  return (
    <ConfirmDialog
      {...change}
      ways={ways}
      send={async (values) => onDone(await change.send(values))}
      onClose={onClose}
    />
  );
}

const appRemoval: Change = {
  title: 'Remove the app',
  why: 'Its codes no longer sign in.',
  proceed: 'Remove',
  send: (values) => api.post(calls.codeAppRemove, values),
};

const newPasskey: Change = {
  title: 'Add a passkey',
  why: 'Then the browser asks you to confirm with your device or security key.',
  proceed: 'Add',
  fields: { values: { name: '' }, draw: <TextField name="name" label="Name" placeholder="Such as: my phone" /> },
  send: async ({ name, ...proof }) => {
    const begun = await api.post<{ data: z.infer<typeof newPasskeySchema> }>(calls.passkeyBegin, proof);
    const { ticket, passkey } = begun.data;
    return api.post(calls.passkeys, { ticket, name: name || t('Passkey'), passkey: await createPasskey(passkey) });
  },
};

const passkeyRemoval = (id: number, name: string): Change => ({
  title: 'Remove the passkey',
  why: `‘${name}’ no longer signs in.`,
  proceed: 'Remove',
  send: (values) => api.post(withId(calls.passkeyRemove, id), values),
});

const newCodes: Change = {
  title: 'Make new recovery codes',
  why: 'The ones that you have no longer work then.',
  proceed: 'Make new codes',
  send: (values) => api.post(calls.recoveryCodes, values),
};

type Added = Written<Partial<z.infer<typeof recoveryCodesSchema>>>;

function AppDialog({
  ways,
  onAdded,
  onClose,
}: Pick<ConfirmDialogProps, 'ways' | 'onClose'> & { onAdded: (added: Added) => void }) {
  const [app, setApp] = useState<z.infer<typeof newAppSchema> | null>(null);
  if (!app)
    return (
      <ConfirmDialog
        title="Set up an app"
        why="An authenticator app on your phone shows a new code every 30 seconds. From then on you need one to sign in."
        proceed="Go on"
        ways={ways}
        send={async (values) =>
          setApp((await api.post<{ data: z.infer<typeof newAppSchema> }>(calls.codeApp, values)).data)
        }
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title="Set up an app"
      values={{ code: '' }}
      send={async ({ code }) => onAdded(await api.put<Added>(calls.codeApp, { setup: app.setup, code }))}
      idle="Confirm"
      busy="Checking"
      onClose={onClose}
    >
      <p className="factor-why">Scan this with the app, or type the key into it. Then enter the code that it shows.</p>
      <QrCode text={app.uri} label="The key as a QR code" />
      <p className="factor-key">
        <span className="note">Key</span> <code>{app.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CodeField label="Code" hint="Six digits. It counts from then on." isDigits />
    </FormDialog>
  );
}

function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${location.host}\n\n${codes.join('\n')}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      notifyDone('Copied');
    } catch (error) {
      notifyError(error);
    }
  }

  return (
    <Modal title="Recovery codes" onClose={onClose}>
      <p className="factor-why">
        Each of these signs you in once where your app or passkey is lost. They are shown only now: keep them where you
        find them without this device.
      </p>
      <p className="note">For {location.host}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="recovery-ways flow">
        {'clipboard' in navigator && (
          <button type="button" className="button button-quiet button-small" onClick={copy}>
            <Copy />
            Copy
          </button>
        )}
        <a
          className="button button-quiet button-small"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          <Download />
          Download
        </a>
        <button type="button" className="button button-quiet button-small" onClick={() => window.print()}>
          <Printer />
          Print
        </button>
      </div>
      <div className="dialog-buttons">
        <button type="button" className="button button-primary" onClick={onClose}>
          I have kept them
        </button>
      </div>
    </Modal>
  );
}
