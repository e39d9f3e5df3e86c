import './users.css';
import { Activity, Pencil, Trash2, UserCheck, UserPlus, UserX } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { roleNames } from '#api/rights.ts';
import { useOnlyRecord } from '#cms/collections/form/use-only-record.ts';
import { FilterBox, ListFrame, OpenLink, useOpened } from '#cms/collections/list/list-frame.tsx';
import { useList } from '#cms/collections/list/use-list.ts';
import { dateFormat, language, t } from '#i18n/text.ts';
import { activityOf, adminCalls, leadCalls, withId } from '#paths.ts';
import { api, CallError, messageOf, useAnswer, useReload, type Written } from '#ui/admin/calls/api.ts';
import { CopyField } from '#ui/admin/copy-field.tsx';
import { formatAge } from '#ui/admin/dates.ts';
import { ask, showMessage } from '#ui/admin/dialog/ask.ts';
import { Panel } from '#ui/admin/dialog/modal.tsx';
import { notifyDone, notifyFailed, notifyFailure, notifyResult } from '#ui/admin/notify.tsx';
import { CallForm, SubmitButton } from '#ui/form/call-form.tsx';
import { OptionField } from '#ui/form/choice-field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { type Column, NotLoaded } from '#ui/table/table.tsx';
import { languageOptions } from '../language.ts';
import type { Invited, UserRow } from '../schema.ts';
import { useUser } from '../session.ts';
import { SessionList } from '../session-list.tsx';
import { RoleField } from './role-field.tsx';

const columns: Column<UserRow>[] = [
  {
    head: 'Name',
    cell: ({ id, name, email }) => (
      <>
        <OpenLink name="user" id={id} className="user-name" lang="bn">
          {name}
        </OpenLink>
        <span className="note user-email">{email}</span>
      </>
    ),
  },
  { head: 'Role', cell: ({ role }) => roleNames[role] },
  { head: 'Status', cell: (user) => <UserBadge user={user} /> },
  {
    head: 'Last seen',
    cell: ({ last_seen_at, sessions }) => (
      <>
        {last_seen_at ? formatAge(last_seen_at) : 'Never seen'}
        {sessions > 0 && (
          <span className="note user-email">{sessions === 1 ? '1 session' : `${sessions} sessions`}</span>
        )}
      </>
    ),
  },
];

export default function Users() {
  const [isInviting, setInviting] = useState(false);
  const { opened, open } = useOpened('user');
  const list = useList<UserRow>(adminCalls.users);
  return (
    <>
      <h1 className="screen-title">Users</h1>
      <ListFrame
        title="List users"
        label="Users"
        list={list}
        tools={
          <>
            <FilterBox list={list} />
            <button type="button" className="button button-primary" onClick={() => setInviting(true)}>
              <UserPlus />
              Invite
            </button>
          </>
        }
        columns={columns}
        nameOf={({ name }) => name}
        editingId={opened}
        emptyHint="Nobody has this name or address."
        actions={({ id, name }) => (
          <button type="button" className="row-action" aria-label={`Edit: ${name}`} onClick={() => open(id)}>
            <Pencil />
          </button>
        )}
      />
      {opened && <UserPanel key={opened} id={opened} onClose={() => open(null)} />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const reload = useReload();
  const [invited, setInvited] = useState<Invited | null>(null);
  return (
    <FormDialog
      title="Invite somebody"
      values={{ name: '', email: '', role: 'editor', language: language() }}
      send={async (values) => {
        const answer = await api.post<Invited>(adminCalls.users, values);
        notifyDone(answer.message);
        setInvited(answer);
        await reload(adminCalls.users);
      }}
      idle="Invite"
      busy="Inviting"
      onClose={onClose}
      result={invited !== null && { title: 'Invited', content: <InvitationLink invited={invited} /> }}
    >
      <div className="form-grid">
        <TextField name="name" label="Name" required />
        <TextField name="email" label="Email" type="email" required />
        <RoleField />
        <OptionField name="language" label="Language" options={languageOptions} />
      </div>
    </FormDialog>
  );
}

function UserPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const path = withId(adminCalls.user, id);
  const { data, isError, error, refetch } = useAnswer<{ data: UserRow }>(path);
  const user = data?.data;
  return (
    <Panel title={user?.name ?? 'User'} named under={user && <UserBadge user={user} />} onClose={onClose}>
      <div className="panel-body">
        {isError && !user && <NotLoaded text={messageOf(error)} onRetry={refetch} />}
        {user && (
          <div className="stack">
            <UserForm user={user} />
            {user.invited && <Invitation user={user} />}
            {user.second_factor_since && <SecondFactorOf user={user} />}
            <section aria-labelledby="user-sessions">
              <h3 id="user-sessions">Signed in</h3>
              <SessionList path={withId(adminCalls.userSessions, user.id)} />
            </section>
            <ReassignLeads user={user} />
          </div>
        )}
      </div>
      {user && <Foot user={user} onGone={onClose} />}
    </Panel>
  );
}

function UserForm({ user }: { user: UserRow }) {
  const reload = useReload();
  const isOwn = useUser()?.id === user.id;
  const { form, submit, others, dirty } = useOnlyRecord({
    path: withId(adminCalls.user, user.id),
    record: user,
    valuesOf: ({ name, email, role }) => ({ name, email, role }),
    // A disabled field must not be sent.
    bodyOf: ({ name, email, role }) => ({ name, email, ...(!isOwn && { role }) }),
    onShow: () => void reload(adminCalls.users),
  });
  return (
    <CallForm {...{ form, submit, others }} aria-label="User">
      <div className="form-grid">
        <TextField name="name" label="Name" required />
        <TextField name="email" label="Email" type="email" required />
        <RoleField disabled={isOwn} />
      </div>
      {dirty && (
        <div className="dialog-buttons">
          <SubmitButton idle="Update" busy="Updating" />
        </div>
      )}
    </CallForm>
  );
}

function Invitation({ user }: { user: UserRow }) {
  const reload = useReload();
  const [invited, setInvited] = useState<Invited | null>(null);

  async function sendNewLink() {
    setInvited(await notifyFailure(api.post<Invited>(withId(adminCalls.userInvite, user.id), {})));
    await reload();
  }

  return (
    <section aria-labelledby="user-invitation">
      <h3 id="user-invitation">Invitation</h3>
      {invited ? (
        <InvitationLink invited={invited} />
      ) : (
        <>
          <p className="note">
            {user.invited_until
              ? `${user.name} has set no password yet. The link works until ${whenOf(user.invited_until)}.`
              : 'The link works no more.'}
          </p>
          <button type="button" className="button button-quiet new-link" onClick={sendNewLink}>
            Make a new link
          </button>
        </>
      )}
    </section>
  );
}

function SecondFactorOf({ user }: { user: UserRow }) {
  const reload = useReload();
  const isOwn = useUser()?.id === user.id;

  async function takeOff() {
    await ask({
      title: 'Take off the second factor',
      text: `${user.name} is signed out on all devices and signs in with the password alone, until a new one is set up.`,
      proceed: 'Take it off',
      act: async () => {
        await notifyResult(api.delete(withId(adminCalls.userSecondFactor, user.id)));
        await reload();
      },
    });
  }

  return (
    <section aria-labelledby="user-second-factor">
      <h3 id="user-second-factor">Second factor</h3>
      <p className="note">Set up {formatAge(user.second_factor_since ?? '')}.</p>
      {!isOwn && (
        <button type="button" className="button button-quiet new-link" onClick={takeOff}>
          Take it off
        </button>
      )}
    </section>
  );
}

function Foot({ user, onGone }: { user: UserRow; onGone: () => void }) {
  const reload = useReload();
  const isOwn = useUser()?.id === user.id;
  const path = withId(adminCalls.user, user.id);
  const isActive = user.status === 1;
  const open = useLeadCount(user.id).data?.data.open ?? 0;
  const signedOut = t`${user.name} is signed out on all devices at once and can't sign in any more. You can reactivate the account.`;

  async function tryTo(act: () => Promise<Written<unknown>>, failed: string) {
    try {
      notifyDone((await act()).message);
      return true;
    } catch (error) {
      notifyFailed(failed);
      if (error instanceof CallError) await showMessage(failed, error.message);
      return false;
    } finally {
      await reload();
    }
  }
  const setStatus = (status: 0 | 1) => tryTo(() => api.put(path, { status }), t('The user was not changed'));

  async function deactivate() {
    await ask({
      title: 'Deactivate user',
      text: open ? `${signedOut} Open leads of this person: ${open}. Hand them over first.` : signedOut,
      proceed: 'Deactivate',
      act: async () => void (await setStatus(0)),
    });
  }

  async function remove() {
    await ask({
      title: 'Delete user',
      text: `You are about to Delete this user. Leads of ${user.name} would be nobody's. What was done stays in the activity.`,
      proceed: 'Yes, proceed',
      act: async () => {
        if (await tryTo(() => api.delete(path), t('Failed to delete the user'))) onGone();
      },
    });
  }

  return (
    <footer className="panel-foot user-foot">
      <Link className="button button-quiet" to={activityOf({ actor: user.id })}>
        <Activity />
        Activity
      </Link>
      {!isOwn && (
        <>
          <button
            type="button"
            className="button button-quiet"
            onClick={() => void (isActive ? deactivate() : setStatus(1))}
          >
            {isActive ? <UserX /> : <UserCheck />}
            {isActive ? 'Deactivate' : 'Reactivate'}
          </button>
          <button type="button" className="button button-quiet" onClick={remove}>
            <Trash2 />
            Delete
          </button>
        </>
      )}
    </footer>
  );
}

const dayAndTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });

function whenOf(moment: string): string {
  return dayAndTime.format(new Date(moment));
}

function useLeadCount(id: number) {
  return useAnswer<{ data: { leads: number; open: number } }>(withId(adminCalls.userLeads, id));
}

function ReassignLeads({ user }: { user: UserRow }) {
  const reload = useReload();
  const id = useId();
  const [to, setTo] = useState('');
  const path = withId(adminCalls.userLeads, user.id);
  const { data } = useLeadCount(user.id);
  const owners = useAnswer<{ id: number; name: string }[]>(leadCalls.owners);
  const leads = data?.data.leads ?? 0;
  if (leads === 0) return null;

  async function handOver() {
    await notifyResult(api.post(path, { owner_id: Number(to) }));
    await reload();
  }

  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{leads === 1 ? '1 lead' : `${leads} leads`}</h3>
      <div className="hand-over">
        <label htmlFor={id} className="sr-only">
          Hand over to
        </label>
        <select id={id} className="control" value={to} onChange={(event) => setTo(event.target.value)}>
          <option value="">Hand over to …</option>
          {owners.data
            ?.filter((owner) => owner.id !== user.id)
            .map((owner) => (
              <option key={owner.id} value={owner.id}>
                {owner.name}
              </option>
            ))}
        </select>
        <button type="button" className="button button-quiet" disabled={!to} onClick={handOver}>
          Hand over
        </button>
      </div>
    </section>
  );
}

function InvitationLink({ invited }: { invited: Invited }) {
  const { data, invitation_link: link, mailed } = invited;
  return (
    <div className="notice notice-good" role="status">
      <p>
        {mailed ? `The link is on its way to ${data.email}. ` : `Hand this link over to ${data.name}. `}
        {link === null ? 'It works once within 72 hours.' : 'It is shown only now, and works once within 72 hours.'}
      </p>
      {link !== null && <CopyField label="Link of the invitation" value={link} />}
    </div>
  );
}

/** Shape and text show the status, not the colour alone. */
function UserBadge({ user: { status, invited } }: { user: UserRow }) {
  if (status !== 1) return <span className="badge badge-inactive">Deactivated</span>;
  return invited ? (
    <span className="badge badge-inactive">Invited</span>
  ) : (
    <span className="badge badge-active">Active</span>
  );
}
