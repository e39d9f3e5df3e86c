import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminCalls } from '#paths.ts';
import { api } from '#ui/admin/calls/api.ts';
import { NotLoaded } from '#ui/admin/list/body-rows.tsx';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { PersonalAccessCards } from '../personal/screen/personal-access.tsx';
import { AccessForm } from './admin-form.tsx';
import { AccessHistory } from './admin-history.tsx';
import type { AccessOnWire } from './schema.ts';
import './admin.css';

/** What those who ask for a demo are mailed: link, password and words, as they arrive, and who changed them; for all, or for each their own. */
export default function DemoAccessScreen() {
  const { data, isError, refetch } = useQuery({
    queryKey: [adminCalls.demoAccess],
    queryFn: ({ signal }) => api.get<{ data: AccessOnWire }>(adminCalls.demoAccess, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [mailDirty, setMailDirty] = useState(false);
  const [ownDirty, setOwnDirty] = useState(false);
  // One for both forms: the router asks one only.
  useLeaveGuard(mailDirty || ownDirty, mailDirty ? 'demo password' : 'personal access');
  return (
    <>
      <h1 className="screen-title">Demo password</h1>
      <div className="stack">
        {isError && <NotLoaded text="The demo access could not be loaded." onRetry={() => refetch()} />}
        {data ? (
          <AccessForm access={data.data} onDirty={setMailDirty} />
        ) : (
          !isError && <span className="skeleton demo-skeleton" />
        )}
        <PersonalAccessCards onDirty={setOwnDirty} />
        <AccessHistory />
      </div>
    </>
  );
}
