import { ArchiveRestore, Copy, Eye, EyeOff, type LucideIcon, Trash2, X } from 'lucide-react';
import type { Row } from '#ui/admin/calls/pages.ts';
import { restoreFocus } from '#ui/admin/dialog/focus-back.ts';
import type { BulkActionChoice } from './use-bulk.ts';
import { maxSelected, type Selection } from './use-selection.ts';

interface BulkBarProps<R extends Row> {
  selection: Selection<R>;
  trash: boolean;
  onChange: (action: BulkActionChoice, records: R[]) => Promise<void>;
  onDelete: (records: R[]) => Promise<boolean>;
  onCopy?: ((record: R) => void) | undefined;
}

export function BulkBar<R extends Row>({ selection, trash, onChange, onDelete, onCopy }: BulkBarProps<R>) {
  const { records } = selection;
  const [only] = records.length === 1 ? records : [];
  const change = (action: BulkActionChoice) => void onChange(action, records).then(end);
  function end(): void {
    selection.clear();
    setTimeout(restoreFocus, 50, null);
  }

  return (
    <div className="bulk-bar" role="toolbar" aria-label="Change the selected records">
      <b>
        {records.length} selected{records.length === maxSelected && ', which is the most'}
      </b>
      <button type="button" className="button button-quiet" onClick={selection.togglePage}>
        {selection.page === 'all' ? 'Unselect page' : 'Select page'}
      </button>
      {trash ? (
        <BulkButton Icon={ArchiveRestore} word="Restore" onClick={() => change('restore')} />
      ) : (
        <>
          <BulkButton Icon={Eye} word="Activate" onClick={() => change('activate')} />
          <BulkButton Icon={EyeOff} word="Deactivate" onClick={() => change('deactivate')} />
          {only && onCopy && (
            <BulkButton
              Icon={Copy}
              word="Duplicate"
              onClick={() => {
                selection.clear();
                onCopy(only);
              }}
            />
          )}
          <BulkButton
            Icon={Trash2}
            word="Delete"
            className="bulk-delete"
            onClick={() => void onDelete(records).then((done) => done && end())}
          />
        </>
      )}
      <button type="button" className="icon-button" aria-label="Clear the selection" onClick={end}>
        <X />
      </button>
    </div>
  );
}

interface BulkButtonProps {
  Icon: LucideIcon;
  word: string;
  className?: string;
  onClick: () => void;
}

function BulkButton({ Icon, word, className = '', onClick }: BulkButtonProps) {
  return (
    <button type="button" className={`button button-quiet ${className}`} aria-label={word} onClick={onClick}>
      <Icon />
      <span className="wide-words">{word}</span>
    </button>
  );
}
