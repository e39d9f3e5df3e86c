import { useQuery } from '@tanstack/react-query';
import { calls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { NotLoaded } from '#ui/admin/list/body-rows.tsx';
import { type Account, AccountForm } from './account-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import './profile.css';

/** The own account: name, address and picture, password, and where it is signed in. */
export default function ProfilePage() {
  const { data, isError, refetch } = useQuery({
    queryKey: [calls.account],
    queryFn: ({ signal }) => api.get<{ data: Account }>(calls.account, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <h1 className="screen-title">Profile</h1>
      <div className="stack">
        {isError && <NotLoaded text="Your profile could not be loaded." onRetry={() => refetch()} />}
        {data ? <AccountForm account={data.data} /> : !isError && <span className="skeleton" style={{ height: 300 }} />}
        <div className="halves">
          <PasswordForm />
          <Sessions />
        </div>
      </div>
    </>
  );
}
