import { Activity } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#ui/admin/lazy-component.tsx';

const HistoryDialog = lazyDialog(() => import('./changes.tsx'));

export function HistoryButton(props: { call: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button button-quiet button-small" onClick={() => setOpen(true)}>
        <Activity />
        Activity
      </button>
      {isOpen && <HistoryDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
