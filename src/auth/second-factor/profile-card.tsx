import './second-factor.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod/mini';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { ask } from '#ui/admin/dialog/ask.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Failed } from '#ui/table/body-rows.tsx';
import type { sessionsSchema } from '../schema.ts';
import { signOutElsewhere } from '../session-list.tsx';
import { type Added, AppDialog } from './app-dialog.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { setSecondFactorMissing } from './missing.ts';
import { createPasskey, hasPasskeys } from './passkey-client.ts';
import type { newPasskeySchema, secondFactorSchema } from './schema.ts';

type SecondFactor = z.infer<typeof secondFactorSchema>;
type Passkey = SecondFactor['passkeys'][number];

type Open =
  | { is: 'app' | 'remove app' | 'passkey' | 'codes' }
  | { is: 'remove passkey'; passkey: Passkey }
  | { is: 'shown codes'; codes: string[]; of: 'new factor' | 'old factor' };

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
  return useQuery({
    queryKey: [calls.accountSecondFactor],
    queryFn: ({ signal }) => api.get<{ data: SecondFactor }>(calls.accountSecondFactor, { signal }),
  });
}

/** The app, the passkeys and the recovery codes of the account. */
export function SecondFactorCard() {
  const queries = useQueryClient();
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

  function show(next: Open): void {
    trigger.current = document.activeElement;
    setOpen(next);
  }

  async function done({ message, data: { recovery_codes: codes } }: Added): Promise<void> {
    const of = open?.is === 'app' || open?.is === 'passkey' ? 'new factor' : 'old factor';
    notifyDone(message);
    await queries.invalidateQueries({ queryKey: [calls.accountSecondFactor] });
    setOpen(codes ? { is: 'shown codes', codes, of } : null);
    if (!codes && of === 'new factor') await offerSignOutElsewhere();
  }

  function close(): void {
    setOpen(null);
    if (open?.is === 'shown codes' && open.of === 'new factor') void offerSignOutElsewhere();
  }

  async function offerSignOutElsewhere(): Promise<void> {
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
    await queries.invalidateQueries({ queryKey: [calls.accountSessions] });
  }

  const isOn = Boolean(factor && (factor.app_since || factor.passkeys.length > 0));
  return (
    <section className="card factor-card" aria-labelledby="second-factor-title" ref={card} tabIndex={-1}>
      <div className="card-head">
        <h2 id="second-factor-title">Second factor</h2>
        {factor && <span className={isOn ? 'badge badge-active' : 'badge badge-inactive'}>{isOn ? 'On' : 'Off'}</span>}
      </div>
      <div className="card-body">
        {isError && <Failed onRetry={() => void refetch()} />}
        {factor && <Factors factor={factor} isOn={isOn} onOpen={show} />}
      </div>
      {open && <Dialog open={open} onClose={close} onDone={done} />}
    </section>
  );
}

function Factors(props: { factor: SecondFactor; isOn: boolean; onOpen: (open: Open) => void }) {
  const { factor, isOn, onOpen } = props;
  const canAdd = factor.passkeys_possible && hasPasskeys();
  return (
    <ul className="factors">
      <li>
        <div>
          <b>Authenticator app</b>
          <p className="note">
            {factor.app_since ? `Set up ${formatAge(factor.app_since)}` : 'Its code is asked for after your password.'}
          </p>
        </div>
        {factor.app_since && (
          <Action words="Remove" of="the app" onClick={() => onOpen({ is: 'remove app' })} tone="text" />
        )}
        <Action words={factor.app_since ? 'Set up anew' : 'Set up an app'} onClick={() => onOpen({ is: 'app' })} />
      </li>
      <li>
        <div>
          <b>Passkeys</b>
          <p className="note">
            {factor.passkeys_possible
              ? 'The fingerprint, face or PIN of a device, or a security key. Also signs in without a password.'
              : 'They need a site with a name and https.'}
          </p>
        </div>
        {canAdd && <Action words="Add a passkey" onClick={() => onOpen({ is: 'passkey' })} />}
        {factor.passkeys.length > 0 && (
          <ul className="factor-passkeys">
            {factor.passkeys.map((passkey) => (
              <li key={passkey.id}>
                <div>
                  <span lang="bn">{passkey.name}</span>
                  <p className="note">
                    Added {formatAge(passkey.created_at)},{' '}
                    {passkey.last_used_at ? `last used ${formatAge(passkey.last_used_at)}` : 'not used yet'}
                  </p>
                </div>
                <Action
                  words="Remove"
                  of={passkey.name}
                  onClick={() => onOpen({ is: 'remove passkey', passkey })}
                  tone="text"
                />
              </li>
            ))}
          </ul>
        )}
      </li>
      {isOn && (
        <li>
          <div>
            <b>Recovery codes</b>
            <p className="note">
              {factor.recovery_codes_left} left. Each signs in once in place of the app or passkey.
            </p>
          </div>
          <Action words="Make new codes" onClick={() => onOpen({ is: 'codes' })} />
        </li>
      )}
    </ul>
  );
}

function Action(props: { words: string; of?: string; onClick: () => void; tone?: 'quiet' | 'text' }) {
  const { words, of, onClick, tone = 'quiet' } = props;
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

function Dialog(props: { open: Open; onClose: () => void; onDone: (written: Added) => Promise<void> }) {
  const { open, onClose, onDone } = props;
  switch (open.is) {
    case 'app':
      return <AppDialog onAdded={(added) => void onDone(added)} onClose={onClose} />;
    case 'remove app':
      return (
        <ConfirmDialog
          title="Remove the app"
          why="Its codes no longer sign in."
          proceed="Remove"
          send={async (values) => onDone(await api.post<Added>(calls.codeAppRemove, values))}
          onClose={onClose}
        />
      );
    case 'passkey':
      return (
        <ConfirmDialog
          title="Add a passkey"
          why="After your password the browser asks you to confirm with your device or security key."
          proceed="Add"
          fields={{
            values: { name: '' },
            draw: <TextField name="name" label="Name" placeholder="Such as: my phone" />,
          }}
          send={async (values) => onDone(await addPasskey(values))}
          onClose={onClose}
        />
      );
    case 'remove passkey':
      return (
        <ConfirmDialog
          title="Remove the passkey"
          why={`‘${open.passkey.name}’ no longer signs in.`}
          proceed="Remove"
          send={async (values) =>
            onDone(await api.post<Added>(calls.passkeyRemove.replace(':id', String(open.passkey.id)), values))
          }
          onClose={onClose}
        />
      );
    case 'codes':
      return (
        <ConfirmDialog
          title="Make new recovery codes"
          why="The ones that you have no longer work then."
          proceed="Make new codes"
          send={async (values) => onDone(await api.post<Added>(calls.recoveryCodes, values))}
          onClose={onClose}
        />
      );
    case 'shown codes':
      return <CodesDialog codes={open.codes} onClose={onClose} />;
  }
}

async function addPasskey({ name, current_password }: { [field: string]: unknown }): Promise<Added> {
  const begun = await api.post<{ data: z.infer<typeof newPasskeySchema> }>(calls.passkeyBegin, { current_password });
  const { ticket, passkey: options } = begun.data;
  const passkey = await createPasskey(options);
  return api.post<Added>(calls.passkeys, { ticket, name: name || 'Passkey', passkey });
}
