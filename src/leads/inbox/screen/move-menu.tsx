import { Check, GripVertical } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ComponentProps, useState } from 'react';
import type { Lead } from '../../lead/schema.ts';
import { type Stage, stageNames, stages } from '../../lead/words.ts';

/** The handle of a lead: dragged by mouse, and a menu for everybody else. */
export function MoveMenu({ lead, onMove }: { lead: Lead; onMove: (stage: Stage) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
      <DropdownMenu.Trigger asChild>
        <Grip aria-label={`Move to: ${lead.institute_name}`} onClick={() => setOpen(true)} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('content')}>
        <DropdownMenu.Content className="menu" align="end" collisionPadding={8}>
          <DropdownMenu.Label className="menu-label note">Move to</DropdownMenu.Label>
          <StageItems stage={lead.status} onChoose={onMove} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function StageItems({ stage, onChoose }: { stage: Stage | null; onChoose: (stage: Stage) => void }) {
  return stages.map((each) => (
    <DropdownMenu.Item key={each} className="menu-item" disabled={each === stage} onSelect={() => onChoose(each)}>
      <span className="stage-dot" data-stage={each} aria-hidden="true" />
      {stageNames[each]}
      {each === stage && (
        <>
          <Check aria-hidden="true" className="menu-check" />
          <span className="sr-only">(now)</span>
        </>
      )}
    </DropdownMenu.Item>
  ));
}

/** A press may be the beginning of a drag, so the menu waits for the click. */
function Grip({ onPointerDown: _ignored, ...props }: ComponentProps<'button'>) {
  return (
    <button {...props} type="button" className="handle lead-handle">
      <GripVertical aria-hidden="true" />
    </button>
  );
}
