import { answerAt } from '#ui/admin/calls/use-answer.ts';
import './admin.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminCalls } from '#paths.ts';
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts';
import { NotLoaded } from '#ui/table/body-rows.tsx';
import { AccessForm } from './access-form.tsx';
import type { AccessOnWire } from './schema.ts';

/** What those who ask for a demo are mailed: link, password and words, as they arrive. */
export default function DemoAccessScreen() {
  const { data, isError, refetch } = useQuery({
    ...answerAt<{ data: AccessOnWire }>(adminCalls.demoAccess),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [dirty, setDirty] = useState(false);
  useLeaveGuard(dirty, 'demo password');
  return (
    <>
      <h1 className="screen-title">Demo password</h1>
      <div className="stack">
        {isError && <NotLoaded text="The demo access could not be loaded." onRetry={() => refetch()} />}
        {data ? (
          <AccessForm access={data.data} onDirty={setDirty} />
        ) : (
          !isError && <span className="skeleton demo-skeleton" />
        )}
      </div>
    </>
  );
}
