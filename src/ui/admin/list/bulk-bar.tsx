import { ArchiveRestore, Copy, Eye, EyeOff, Trash2, X } from 'lucide-react';
import type { Row } from '../calls/pages.ts';
import type { BulkAction } from './use-bulk.ts';
import { goOn } from './use-deletion.ts';
import { mostSelected, type Selection } from './use-selection.ts';

interface BulkBarProps<R extends Row> {
  selection: Selection<R>;
  trash: boolean;
  onChange: (action: BulkAction, records: R[]) => Promise<void>;
  onDelete: (records: R[]) => Promise<boolean>;
  onCopy?: ((record: R) => void) | undefined;
}

/** What can be done with all that are ticked; it stays in reach of the thumb. */
export function BulkBar<R extends Row>({ selection, trash, onChange, onDelete, onCopy }: BulkBarProps<R>) {
  const { records } = selection;
  const [only] = records.length === 1 ? records : [];
  const change = (action: BulkAction) => void onChange(action, records).then(end);
  function end(): void {
    selection.clear();
    setTimeout(goOn, 50, null);
  }

  return (
    <div className="bulk-bar" role="toolbar" aria-label="Change the selected records">
      <b>
        {records.length} selected{records.length === mostSelected && ', which is the most'}
      </b>
      <button type="button" className="button button-quiet" onClick={selection.togglePage}>
        {selection.page === 'all' ? 'Unselect page' : 'Select page'}
      </button>
      {trash ? (
        <BulkButton icon={<ArchiveRestore />} word="Restore" onClick={() => change('restore')} />
      ) : (
        <>
          <BulkButton icon={<Eye />} word="Activate" onClick={() => change('activate')} />
          <BulkButton icon={<EyeOff />} word="Deactivate" onClick={() => change('deactivate')} />
          {only && onCopy && (
            <BulkButton
              icon={<Copy />}
              word="Duplicate"
              onClick={() => {
                selection.clear();
                onCopy(only);
              }}
            />
          )}
          <BulkButton
            icon={<Trash2 />}
            word="Delete"
            className="bulk-delete"
            onClick={() => void onDelete(records).then((done) => done && end())}
          />
        </>
      )}
      <button type="button" className="icon-button" aria-label="Clear the selection" onClick={end}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}

function BulkButton(props: { icon: React.ReactNode; word: string; className?: string; onClick: () => void }) {
  const { icon, word, className = '', onClick } = props;
  return (
    <button type="button" className={`button button-quiet ${className}`} aria-label={word} onClick={onClick}>
      <span className="button-icon" aria-hidden="true">
        {icon}
      </span>
      <span className="wide-words">{word}</span>
    </button>
  );
}
