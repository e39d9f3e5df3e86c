import { ArchiveRestore, ChevronDown, ShieldAlert, ShieldCheck, Trash2, X } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import type { Lead } from '../schema.ts';
import { StageItems } from './move-menu.tsx';
import { useOwners } from './use-leads.ts';
import type { Selection } from './use-selection.ts';
import type { Work } from './use-work.ts';

/** What can be done with all that are ticked; it stays in reach of the thumb. */
export function BulkBar(props: { leads: Lead[]; work: Work; selection: Selection; inTrash: boolean }) {
  const { leads, work, selection, inTrash } = props;
  const owners = useOwners();
  const allSpam = leads.every(({ spam }) => spam);
  const after = (done: Promise<unknown>) => void done.then(() => selection.clear());
  return (
    <div className="bulk-bar" role="toolbar" aria-label="Change the selected leads">
      <b role="status">{leads.length} selected</b>
      {inTrash ? (
        <button type="button" className="button button-quiet" onClick={() => after(work.restore(leads))}>
          <ArchiveRestore aria-hidden="true" />
          Restore
        </button>
      ) : (
        <>
          <BulkMenu label="Move to">
            <StageItems
              stage={null}
              onChoose={(stage) => {
                work.move(leads, stage);
                selection.clear();
              }}
            />
          </BulkMenu>
          <BulkMenu label="Owner">
            {owners.map(({ id, name }) => (
              <DropdownMenu.Item key={id} className="menu-item" onSelect={() => after(work.give(leads, id))}>
                {name}
              </DropdownMenu.Item>
            ))}
            <DropdownMenu.Item className="menu-item" onSelect={() => after(work.give(leads, null))}>
              Nobody
            </DropdownMenu.Item>
          </BulkMenu>
          <button type="button" className="button button-quiet" onClick={() => after(work.markSpam(leads, !allSpam))}>
            {allSpam ? <ShieldCheck aria-hidden="true" /> : <ShieldAlert aria-hidden="true" />}
            <span className="wide-words">{allSpam ? 'Not spam' : 'Spam'}</span>
          </button>
          <button
            type="button"
            className="button button-quiet bulk-delete"
            onClick={() => void work.remove(leads).then((done) => done && selection.clear())}
          >
            <Trash2 aria-hidden="true" />
            <span className="wide-words">Delete</span>
          </button>
        </>
      )}
      <button type="button" className="icon-button" aria-label="Clear the selection" onClick={selection.clear}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}

function BulkMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button button-quiet">
        {label}
        <ChevronDown aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('content')}>
        <DropdownMenu.Content className="menu menu-tall" side="top" align="start" collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
