import { ArchiveRestore, Eye, Pencil, Trash2 } from 'lucide-react';

/** An action without a handler has no button. */
export interface RowActions<R> {
  onDelete?: ((record: R) => void) | undefined;
  onEdit?: ((record: R, number: number) => void) | undefined;
  onView?: ((record: R) => void) | undefined;
  onRestore?: ((record: R) => void) | undefined;
}

export function RowButtons<R>(props: RowActions<R> & { record: R; number: number; name: string }) {
  const { record, number, name, onDelete, onEdit, onView, onRestore } = props;
  const icons = [
    { what: 'Delete', className: 'row-action row-action-delete', Icon: Trash2, act: onDelete },
    { what: 'Edit', className: 'row-action', Icon: Pencil, act: onEdit },
    { what: 'View details', className: 'row-action row-action-view', Icon: Eye, act: onView },
  ];
  return (
    <span className="row-actions">
      {icons.map(
        ({ what, className, Icon, act }) =>
          act && (
            <button
              key={what}
              type="button"
              className={className}
              aria-label={`${what}: ${name}`}
              onClick={() => act(record, number)}
            >
              <Icon />
            </button>
          ),
      )}
      {onRestore && (
        <button
          type="button"
          className="button button-quiet button-small"
          aria-label={`Restore: ${name}`}
          onClick={() => onRestore(record)}
        >
          <ArchiveRestore />
          Restore
        </button>
      )}
    </span>
  );
}
