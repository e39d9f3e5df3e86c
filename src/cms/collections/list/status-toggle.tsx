import { createContext, useContext } from 'react';
import { t } from '#i18n/text.ts';
import type { Row } from '#ui/admin/calls/api.ts';
import type { Column } from '#ui/table/table.tsx';
import { StatusBadge, stateOf } from '../../versions/pending.tsx';

interface StatusToggling {
  nameOf: (record: Row) => string;
  toggle: (record: Row) => void;
  /** The form has its own switch, so the row of the edited record has none. */
  editingId: number | null;
}

/** Lets the status of a row be toggled in the list; null if it is read-only. */
export const StatusToggling = createContext<StatusToggling | null>(null);

export const statusColumn: Column<Row> = { head: 'Status', cell: (record) => <StatusToggle record={record} /> };

/** A draft that is not public yet is published in its form, which names what it lacks. */
function StatusToggle({ record }: { record: Row }) {
  const turning = useContext(StatusToggling);
  const isActive = record.status === 1;
  if (!turning || turning.editingId === record.id || (record.pending && !isActive))
    return <StatusBadge record={record} />;
  const { word, tone } = stateOf(record);
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isActive}
      aria-label={`${isActive ? word : t('Active')}: ${turning.nameOf(record)}`}
      className={`badge badge-switch badge-${tone}`}
      onClick={() => turning.toggle(record)}
    >
      {word}
    </button>
  );
}
