import { Eraser, MoreHorizontal, ShieldAlert, ShieldCheck, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { WholeLead } from '../../schema.ts';
import type { Work } from '../use-work.ts';
import { EraseDialog } from './erase-dialog.tsx';

/** What is done rarely with a lead. `onGone`: it is not there any more. */
export function LeadMenu({ lead, work, onGone }: { lead: WholeLead; work: Work; onGone: () => void }) {
  const [erasing, setErasing] = useState(false);
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="icon-button" aria-label="More about this lead">
          <MoreHorizontal aria-hidden="true" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className="menu" align="end" collisionPadding={8}>
          <DropdownMenu.Item className="menu-item" onSelect={() => void work.markSpam([lead], !lead.spam)}>
            {lead.spam ? <ShieldCheck aria-hidden="true" /> : <ShieldAlert aria-hidden="true" />}
            {lead.spam ? 'Not spam: mail link and password' : 'Spam'}
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className="menu-item"
            onSelect={() => void work.remove([lead]).then((done) => done && onGone())}
          >
            <Trash2 aria-hidden="true" />
            Delete
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item menu-item-danger" onSelect={() => setErasing(true)}>
            <Eraser aria-hidden="true" />
            Erase this person…
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {erasing && (
        <EraseDialog
          lead={lead}
          onClose={() => setErasing(false)}
          onErased={async () => {
            onGone();
            await work.refresh();
          }}
        />
      )}
    </>
  );
}
