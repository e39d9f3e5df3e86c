import { ArchiveRestore, Eye, Pencil, Trash2 } from 'lucide-react';

/** What can be done with a row. Absent handlers have no button. */
export interface RowActions<R> {
  onDelete?: ((record: R) => void) | undefined;
  onEdit?: ((record: R, number: number) => void) | undefined;
  onView?: ((record: R) => void) | undefined;
  onRestore?: ((record: R) => void) | undefined;
}

export function RowButtons<R>(props: RowActions<R> & { record: R; number: number; name: string }) {
  const { record, number, name, onDelete, onEdit, onView, onRestore } = props;
  return (
    <span className="row-actions">
      {onDelete && (
        <button
          type="button"
          className="row-action row-action-delete"
          aria-label={`Delete: ${name}`}
          onClick={() => onDelete(record)}
        >
          <Trash2 aria-hidden="true" />
        </button>
      )}
      {onEdit && (
        <button
          type="button"
          className="row-action"
          aria-label={`Edit: ${name}`}
          onClick={() => onEdit(record, number)}
        >
          <Pencil aria-hidden="true" />
        </button>
      )}
      {onView && (
        <button
          type="button"
          className="row-action row-action-view"
          aria-label={`View details: ${name}`}
          onClick={() => onView(record)}
        >
          <Eye aria-hidden="true" />
        </button>
      )}
      {onRestore && (
        <button
          type="button"
          className="button button-quiet button-small"
          aria-label={`Restore: ${name}`}
          onClick={() => onRestore(record)}
        >
          <ArchiveRestore aria-hidden="true" />
          Restore
        </button>
      )}
    </span>
  );
}
