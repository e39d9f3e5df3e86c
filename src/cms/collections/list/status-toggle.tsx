import { createContext, useContext } from 'react';
import type { Row } from '#ui/admin/calls/pages.ts';
import type { Column } from '#ui/table/column.ts';
import { PendingBadges } from '../../versions/pending.tsx';
import { StatusBadge } from './cells.tsx';

interface StatusToggling {
  nameOf: (record: Row) => string;
  toggle: (record: Row) => void;
  /** The form has its own switch, so the row of the edited record has none. */
  editingId: number | null;
}

/** Lets the status of a row be toggled in the list; null if it is read-only. */
export const StatusToggling = createContext<StatusToggling | null>(null);

export const statusColumn: Column<Row> = { head: 'Status', cell: (record) => <StatusToggle record={record} /> };

function StatusToggle({ record }: { record: Row }) {
  const turning = useContext(StatusToggling);
  if (!turning || turning.editingId === record.id)
    return <StatusBadge status={record.status} pending={record.pending} />;
  const isActive = record.status === 1;
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isActive}
        aria-label={`Active: ${turning.nameOf(record)}`}
        className={`badge badge-switch ${isActive ? 'badge-active' : 'badge-inactive'}`}
        onClick={() => turning.toggle(record)}
      >
        {isActive ? 'Active' : 'Inactive'}
      </button>
      <PendingBadges pending={record.pending} />
    </>
  );
}
