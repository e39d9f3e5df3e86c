import './users.css';
import { Pencil, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { roleNames } from '#api/rights.ts';
import { FilterBox, ListFrame, OpenLink, useOpened } from '#cms/collections/list/list-frame.tsx';
import { useList } from '#cms/collections/list/use-list.ts';
import { language } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import { api, useReload } from '#ui/admin/calls/api.ts';
import { formatAge } from '#ui/admin/dates.ts';
import { notifyDone } from '#ui/admin/notify.tsx';
import { OptionField } from '#ui/form/choice-field.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { Column } from '#ui/table/table.tsx';
import { languageOptions } from '../language.ts';
import type { Invited, UserRow } from '../schema.ts';
import { RoleField } from './role-field.tsx';
import { InvitationLink, UserBadge, UserPanel } from './user-panel.tsx';

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
