import { Activity } from 'lucide-react';
import { useState } from 'react';
import { lateDialog } from '#ui/admin/late-component.tsx';

const HistoryDialog = lateDialog(() => import('./history-dialog.tsx'));

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
