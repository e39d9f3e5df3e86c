import './users.css';
import { Pencil, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { roleNames } from '#api/rights.ts';
import { ListTableView } from '#cms/collections/list/list-table.tsx';
import { FilterBox } from '#cms/collections/list/list-tools.tsx';
import { type List, useList } from '#cms/collections/list/use-list.ts';
import { adminCalls } from '#paths.ts';
import { formatAge } from '#ui/admin/dates.ts';
import type { Column } from '#ui/table/column.ts';
import { Pagination } from '#ui/table/pagination.tsx';
import type { UserRow } from './schema.ts';
import { UserBadge } from './user-badge.tsx';
import { UserPanel } from './user-panel.tsx';

const InviteDialog = lazy(() => import('./invite-dialog.tsx'));

const columns: Column<UserRow>[] = [
  {
    head: 'Name',
    cell: ({ id, name, email }) => (
      <>
        <OpenUser id={id}>{name}</OpenUser>
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
  const [address, setAddress] = useSearchParams();
  const [isInviting, setInviting] = useState(false);
  const list = useList<UserRow>(adminCalls.users);
  const opened = Number(address.get('user')) || null;

  /** The open user is part of the URL, so that reload, back and links work. */
  function open(id: number | null): void {
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (id) next.set('user', String(id));
        else next.delete('user');
        return next;
      },
      { preventScrollReset: true },
    );
  }

  return (
    <>
      <h1 className="screen-title">Users</h1>
      <section className="card" aria-labelledby="list-title">
        <div className="card-head">
          <h2 id="list-title">List users</h2>
          <div className="card-tools">
            <FilterBox list={list} />
            <button type="button" className="button button-primary" onClick={() => setInviting(true)}>
              <UserPlus aria-hidden="true" />
              Invite
            </button>
          </div>
        </div>
        <ListTableView
          label="Users"
          columns={columns}
          rows={list.page?.data}
          from={list.page?.from ?? 1}
          nameOf={({ name }) => name}
          editingId={opened}
          state={stateOf(list)}
          emptyHint="Nobody has this name or address."
          onRetry={() => void list.query.refetch()}
          actions={({ id, name }) => (
            <button type="button" className="row-action" aria-label={`Edit: ${name}`} onClick={() => open(id)}>
              <Pencil aria-hidden="true" />
            </button>
          )}
        />
        {list.page && (
          <div className="card-foot">
            <Pagination page={list.page} onFollow={list.follow} />
          </div>
        )}
      </section>
      {opened && <UserPanel key={opened} id={opened} onClose={() => open(null)} />}
      {isInviting && (
        <Suspense>
          <InviteDialog onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </>
  );
}

function OpenUser({ id, children }: { id: number; children: string }) {
  const [address] = useSearchParams();
  const to = new URLSearchParams(address);
  to.set('user', String(id));
  return (
    <Link className="user-name" lang="bn" to={{ search: to.toString() }} preventScrollReset>
      {children}
    </Link>
  );
}

function stateOf({ query }: List<UserRow>) {
  if (query.isError) return 'failed';
  if (query.isPending) return 'loading';
  return query.isPlaceholderData ? 'stale' : 'ready';
}
