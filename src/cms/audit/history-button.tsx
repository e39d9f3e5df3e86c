import { Activity } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

const HistoryDialog = lazy(() => import('./history-dialog.tsx'));

export function HistoryButton(props: { call: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button button-quiet button-small" onClick={() => setOpen(true)}>
        <Activity />
        Activity
      </button>
      {isOpen && (
        <Suspense>
          <HistoryDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
